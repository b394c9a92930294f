import { createS3Client } from '../../backend/storage/files/s3-client.ts';
import { backupFolder } from '../../database/backup/list-backups.ts';
import { DatabaseStartError } from '../../database/errors.ts';
import type { BackupPlace } from './backup-place.ts';
import {
  type BackupSettings,
  findAccountFaults,
  isS3Address,
  parseS3Address,
  type S3Account,
} from './backup-settings.ts';
import { createFolderPlace } from './folder-place.ts';
import { createS3Place } from './s3-place.ts';

/** Where this site keeps its backups. */
export function openBackupPlace({ to, account }: BackupSettings, dataFolder: string): BackupPlace {
  return openPlace(to ?? backupFolder(dataFolder), account);
}

/** A folder that holds backups, or `s3://bucket/prefix`. */
export function openPlace(address: string, account: S3Account): BackupPlace {
  if (!isS3Address(address)) return createFolderPlace(address);
  const { bucket, prefix } = requireAddress(address);
  const faults = findAccountFaults(account);
  if (faults.length > 0)
    throw new DatabaseStartError(
      `${address} cannot be used: ${faults.join('; ')}. Set it, or AWS_… for both stores.`,
    );
  return createS3Place({
    client: createS3Client({ ...account, bucket }, fetch),
    bucket,
    prefix,
    explain: (error) => explain(error, { address: `s3://${bucket}/${prefix}`, bucket, account }),
  });
}

function requireAddress(address: string) {
  try {
    return parseS3Address(address);
  } catch (error) {
    throw new DatabaseStartError(`The address ${error instanceof Error ? error.message : String(error)}`);
  }
}

function explain(
  error: unknown,
  { address, bucket, account }: { address: string; bucket: string; account: S3Account },
): DatabaseStartError {
  const said = error instanceof Error ? error.message : String(error);
  return new DatabaseStartError(`${address}: ${said.replace(/\.$/, '')}. ${advise(said, bucket, account)}`, {
    cause: error,
  });
}

function advise(said: string, bucket: string, { endpoint, region }: S3Account): string {
  if (/NoSuchBucket/.test(said)) return `Make the bucket ${bucket} at ${endpoint}, or correct BACKUP_TO.`;
  if (/AuthorizationHeaderMalformed/.test(said))
    return `Set BACKUP_S3_REGION to the region of the bucket; it is ${region} now.`;
  if (/answered 40[13]/.test(said))
    return 'Check BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY, and that this key may read, write, list and delete there.';
  if (/full|Quota|507/.test(said)) return 'Make room there, or set BACKUP_KEEP so that fewer are kept.';
  return `Check that ${endpoint} is right (BACKUP_S3_ENDPOINT) and can be reached from here.`;
}
