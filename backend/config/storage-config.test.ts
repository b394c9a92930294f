import { describe, expect, it } from 'vitest';
import { parseByteSize } from './byte-size.ts';
import { parseConfig } from './read-config.ts';
import { readS3Settings } from './s3-settings.ts';

describe('[storage]', () => {
  it('has a safe default for everything', () => {
    expect(parseConfig('').storage).toEqual({
      enabled: true,
      fileSizeLimit: 52_428_800,
      imageTransformation: true,
      buckets: [],
    });
  });

  it('is read in the form of the Supabase CLI, without warnings', () => {
    const { storage, warnings } = parseConfig(`
      [storage]
      enabled = false
      file_size_limit = "1GiB"
      [storage.image_transformation]
      enabled = false
      [storage.s3_protocol]
      enabled = true
      [storage.buckets.pictures]
      public = true
      file_size_limit = "5MB"
      allowed_mime_types = ["image/*"]
      objects_path = "./pictures"
      [storage.buckets.plain]`);
    expect(storage).toEqual({
      enabled: false,
      fileSizeLimit: 1024 ** 3,
      imageTransformation: false,
      buckets: [
        { id: 'pictures', public: true, fileSizeLimit: 5 * 1024 ** 2, allowedMimeTypes: ['image/*'] },
        { id: 'plain', public: false, fileSizeLimit: null, allowedMimeTypes: null },
      ],
    });
    expect(warnings).toEqual([]);
  });

  it('reports invalid values and unknown keys', () => {
    expect(() => parseConfig('[storage]\nfile_size_limit = "much"')).toThrow(
      'storage.file_size_limit must be a size such as "50MiB", got "much"',
    );
    expect(parseConfig('[storage]\nfile_size = 1').warnings).toEqual([
      expect.stringContaining('storage.file_size is not known'),
    ]);
  });

  it.each([
    ['0', 0],
    ['1024', 1024],
    ['1.5KiB', 1536],
    ['2 mb', 2 * 1024 ** 2],
    ['3g', 3 * 1024 ** 3],
    ['', undefined],
    ['-1', undefined],
    ['1e9', undefined],
    ['9999999TB', undefined],
  ])('reads %j as %s bytes', (text, bytes) => expect(parseByteSize(text)).toBe(bytes));
});

describe('an S3 store', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

  it('is used when a bucket is named', () => {
    expect(readS3Settings(keys)).toBeUndefined();
    expect(readS3Settings({ ...keys, STORAGE_S3_BUCKET: 'files', STORAGE_S3_REGION: 'eu-west-1' })).toEqual({
      endpoint: 'https://s3.eu-west-1.amazonaws.com',
      region: 'eu-west-1',
      bucket: 'files',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
  });

  it('reports all its faults together', () => {
    const environment = {
      STORAGE_S3_BUCKET: 'Files/../x',
      STORAGE_S3_ENDPOINT: 'https://s3.example.com/path',
    };
    expect(() => readS3Settings(environment)).toThrow(
      '4 settings need attention: STORAGE_S3_BUCKET is not a bucket name; STORAGE_S3_ENDPOINT must look like ' +
        'https://s3.example.com; AWS_ACCESS_KEY_ID is missing; AWS_SECRET_ACCESS_KEY is missing',
    );
  });
});
