import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { findBackupFaults, parseS3Address, readBackupSettings } from './backup-settings.ts';

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

test('nothing has to be set', () => {
  expect(findBackupFaults({})).toEqual([]);
  expect(readBackupSettings({})).toMatchObject({ to: undefined, every: undefined, keep: undefined });
});

test('a bucket is in the account of the uploaded files, unless it has its own', () => {
  const shared = { ...keys, STORAGE_S3_ENDPOINT: 'https://files.test/', STORAGE_S3_REGION: 'eu-1' };
  expect(readBackupSettings(shared).account).toEqual({
    endpoint: 'https://files.test',
    region: 'eu-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  });
  const own = {
    BACKUP_S3_ENDPOINT: 'https://backups.test',
    BACKUP_S3_REGION: 'us-2',
    BACKUP_S3_ACCESS_KEY_ID: 'other',
    BACKUP_S3_SECRET_ACCESS_KEY: 'own',
  };
  expect(readBackupSettings({ ...shared, ...own }).account).toEqual({
    endpoint: 'https://backups.test',
    region: 'us-2',
    accessKeyId: 'other',
    secretAccessKey: 'own',
  });
});

test.each([
  [{ BACKUP_TO: 's3://Bad_Bucket/' }, 'BACKUP_TO must look like s3://bucket/folder'],
  [{ BACKUP_TO: 's3://backups' }, 'BACKUP_S3_ACCESS_KEY_ID is missing'],
  [
    { BACKUP_TO: 's3://backups', ...keys, BACKUP_S3_ENDPOINT: 'backups.test' },
    'BACKUP_S3_ENDPOINT must look',
  ],
  [{ BACKUP_S3_ACCESS_KEY_ID: 'id' }, 'belong together'],
  [{ BACKUP_TO: '/srv/data/copies', DATA_DIR: '/srv/data' }, 'is inside of DATA_DIR'],
  [{ BACKUP_TO: '/srv/data', DATA_DIR: '/srv/data' }, 'is inside of DATA_DIR'],
  [{ BACKUP_EVERY: 'often' }, 'BACKUP_EVERY must be'],
  [{ BACKUP_KEEP: 'all' }, 'BACKUP_KEEP is not understood'],
])('%j has a fault', (environment, message) => {
  expect(findBackupFaults(environment)).toEqual([
    expect.stringContaining(message),
    ...(message.includes('missing') ? [expect.any(String)] : []),
  ]);
});

test.each([
  ['s3://backups', 'backups', ''],
  ['s3://backups/', 'backups', ''],
  ['s3://backups/sites/mine/', 'backups', 'sites/mine'],
])('%s', (address, bucket, prefix) => expect(parseS3Address(address)).toEqual({ bucket, prefix }));

test.each([
  's3://',
  's3://a',
  's3://backups/../b',
  's3://backups/a//b',
  's3://backups/a b',
  's3://backups/.',
])('%s is no address', (address) =>
  expect(() => parseS3Address(address)).toThrow('must look like s3://bucket/folder'));

test('a folder for backups inside of DATA_DIR is allowed where backups are left out of backups', () => {
  const environment = { DATA_DIR: resolve('/srv/data'), BACKUP_TO: '/srv/data/backups/nightly' };
  expect(findBackupFaults(environment)).toEqual([]);
});
