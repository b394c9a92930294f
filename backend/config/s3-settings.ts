/** Where files are kept when it is not the disk: any store that speaks S3. */
export interface S3Settings {
  /** `https://s3.example.com`, without a path. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

type Environment = Record<string, string | undefined>;

/** Undefined when no bucket is named: then files are kept under DATA_DIR. */
export function readS3Settings(environment: Environment): S3Settings | undefined {
  const bucket = environment.STORAGE_S3_BUCKET?.trim();
  if (!bucket) return undefined;
  const region = environment.STORAGE_S3_REGION?.trim() || 'us-east-1';
  const endpoint = environment.STORAGE_S3_ENDPOINT?.trim() || `https://s3.${region}.amazonaws.com`;
  const accessKeyId = environment.AWS_ACCESS_KEY_ID?.trim() ?? '';
  const secretAccessKey = environment.AWS_SECRET_ACCESS_KEY?.trim() ?? '';
  const faults = [
    ...(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) ? [] : ['STORAGE_S3_BUCKET is not a bucket name']),
    ...(/^https?:\/\/[^/]+\/?$/.test(endpoint)
      ? []
      : ['STORAGE_S3_ENDPOINT must look like https://s3.example.com']),
    ...(accessKeyId === '' ? ['AWS_ACCESS_KEY_ID is missing'] : []),
    ...(secretAccessKey === '' ? ['AWS_SECRET_ACCESS_KEY is missing'] : []),
  ];
  if (faults.length > 0) {
    const count = faults.length === 1 ? '1 setting needs' : `${faults.length} settings need`;
    throw new Error(`${count} attention: ${faults.join('; ')}`);
  }
  return { endpoint: endpoint.replace(/\/$/, ''), region, bucket, accessKeyId, secretAccessKey };
}
