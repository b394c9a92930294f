import { formatFaults, SettingsError } from '../identity/settings-error.ts';

/** An S3-compatible store for files, in place of the disk. */
export interface S3Settings {
  /** `https://s3.example.com`, without a path. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

type Environment = Record<string, string | undefined>;

/** Undefined when no bucket is set: files are then stored under DATA_DIR. */
export function readS3Settings(environment: Environment): S3Settings | undefined {
  const settings = takeS3Settings(environment);
  const faults = findS3Faults(environment);
  if (faults.length > 0) throw new SettingsError(formatFaults(faults));
  return settings && { ...settings, endpoint: settings.endpoint.replace(/\/$/, '') };
}

/** The faults, each with the name of its variable. */
export function findS3Faults(environment: Environment): string[] {
  const settings = takeS3Settings(environment);
  if (!settings) return [];
  const { bucket, endpoint, accessKeyId, secretAccessKey } = settings;
  return [
    ...(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) ? [] : ['STORAGE_S3_BUCKET is not a bucket name']),
    ...(/^https?:\/\/[^/]+\/?$/.test(endpoint)
      ? []
      : ['STORAGE_S3_ENDPOINT must look like https://s3.example.com']),
    ...(accessKeyId === '' ? ['AWS_ACCESS_KEY_ID is missing'] : []),
    ...(secretAccessKey === '' ? ['AWS_SECRET_ACCESS_KEY is missing'] : []),
  ];
}

function takeS3Settings(environment: Environment): S3Settings | undefined {
  const take = (name: string) => environment[name]?.trim() ?? '';
  const bucket = take('STORAGE_S3_BUCKET');
  if (bucket === '') return undefined;
  const region = take('STORAGE_S3_REGION') || 'us-east-1';
  return {
    endpoint: take('STORAGE_S3_ENDPOINT') || `https://s3.${region}.amazonaws.com`,
    region,
    bucket,
    accessKeyId: take('AWS_ACCESS_KEY_ID'),
    secretAccessKey: take('AWS_SECRET_ACCESS_KEY'),
  };
}
