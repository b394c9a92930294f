import type { ApiConfig } from './api-config.ts';
import type { TomlSection } from './toml-section.ts';

/** The `[storage]` table of config.toml. */
export interface StorageConfig {
  enabled: boolean;
  /** The maximum file size in bytes, whatever the bucket allows. */
  fileSizeLimit: number;
  /** Whether image transformations are enabled. */
  imageTransformation: boolean;
  /** Created at the start when they do not exist. */
  buckets: readonly ConfiguredBucket[];
  /** Set in the database for each request, so that policies can read them. config.toml has none. */
  settings?: ApiConfig['settings'];
}

export interface ConfiguredBucket {
  id: string;
  public: boolean;
  fileSizeLimit: number | null;
  allowedMimeTypes: readonly string[] | null;
}

const defaultFileSizeLimit = 50 * 1024 * 1024;

export function readStorageSection(section: TomlSection): StorageConfig {
  // Storage features of hosted projects that do not exist here.
  section.ignore('s3_protocol', 'analytics', 'vector');
  return {
    enabled: section.boolean('enabled', true),
    fileSizeLimit: section.bytes('file_size_limit', defaultFileSizeLimit),
    imageTransformation: section.section('image_transformation').boolean('enabled', true),
    buckets: readBuckets(section.section('buckets')),
  };
}

function readBuckets(section: TomlSection): ConfiguredBucket[] {
  return section.keys().map((id) => {
    const bucket = section.section(id);
    // The folder that the Supabase CLI uploads.
    bucket.ignore('objects_path');
    return {
      id,
      public: bucket.boolean('public', false),
      fileSizeLimit: bucket.has('file_size_limit') ? bucket.bytes('file_size_limit', 0) : null,
      allowedMimeTypes: bucket.has('allowed_mime_types') ? bucket.list('allowed_mime_types') : null,
    };
  });
}
