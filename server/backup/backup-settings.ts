/** Where backups go, how often, and which are kept: the BACKUP_… variables. */
import { join, resolve, sep } from 'node:path';
import type { S3Settings } from '../../backend/config/s3-settings.ts';
import { toErrorMessage } from '../../backend/http/describe-error.ts';
import { type KeepRule, parseKeep } from './retention.ts';
import { parseRhythm, type Rhythm } from './rhythm.ts';

type Environment = Record<string, string | undefined>;

export interface BackupSettings {
  /** A folder, or `s3://bucket/prefix`. Undefined: `backups` in DATA_DIR. */
  to: string | undefined;
  every: Rhythm | undefined;
  keep: KeepRule[] | undefined;
  /** As they were written. */
  words: { every: string; keep: string };
  account: S3Account;
}

/** A bucket for backups may be in another account than the one for files. */
export type S3Account = Omit<S3Settings, 'bucket'>;

/** The faults, each with the name of its variable. */
export function findBackupFaults(environment: Environment): string[] {
  const faults: string[] = [];
  read(environment, faults);
  return faults;
}

/** Faults are those of `findBackupFaults`. */
export function readBackupSettings(environment: Environment): BackupSettings {
  return read(environment, []);
}

function read(environment: Environment, faults: string[]): BackupSettings {
  const take = (name: string) => environment[name]?.trim() ?? '';
  const parse = <Value>(name: string, parser: (text: string) => Value): Value | undefined => {
    try {
      return take(name) === '' ? undefined : parser(take(name));
    } catch (error) {
      faults.push(`${name} ${toErrorMessage(error)}`);
      return undefined;
    }
  };
  const account = readAccount(take);
  const dataFolder = resolve(take('DATA_DIR') || '.data');
  const to = parse('BACKUP_TO', (text) => {
    if (isS3Address(text)) parseS3Address(text);
    else requireOutside(resolve(text), dataFolder);
    return text;
  });
  if (to !== undefined && isS3Address(to)) faults.push(...findAccountFaults(account));
  const ownKeys = [take('BACKUP_S3_ACCESS_KEY_ID'), take('BACKUP_S3_SECRET_ACCESS_KEY')];
  if (ownKeys.includes('') && ownKeys.join('') !== '')
    faults.push(
      'BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY belong together: set both or neither',
    );
  return {
    to,
    every: parse('BACKUP_EVERY', parseRhythm),
    keep: parse('BACKUP_KEEP', parseKeep),
    words: { every: take('BACKUP_EVERY'), keep: take('BACKUP_KEEP') },
    account,
  };
}

/** Without values of their own, those of the store for files. */
function readAccount(take: (name: string) => string): S3Account {
  const region = take('BACKUP_S3_REGION') || take('STORAGE_S3_REGION') || 'us-east-1';
  const endpoint =
    take('BACKUP_S3_ENDPOINT') || take('STORAGE_S3_ENDPOINT') || `https://s3.${region}.amazonaws.com`;
  return {
    endpoint: endpoint.replace(/\/$/, ''),
    region,
    accessKeyId: take('BACKUP_S3_ACCESS_KEY_ID') || take('AWS_ACCESS_KEY_ID'),
    secretAccessKey: take('BACKUP_S3_SECRET_ACCESS_KEY') || take('AWS_SECRET_ACCESS_KEY'),
  };
}

/** For a bucket. */
export function findAccountFaults({ endpoint, accessKeyId, secretAccessKey }: S3Account): string[] {
  return [
    ...(/^https?:\/\/[^/]+$/.test(endpoint)
      ? []
      : ['BACKUP_S3_ENDPOINT must look like https://s3.example.com']),
    ...(accessKeyId === '' ? ['BACKUP_S3_ACCESS_KEY_ID is missing'] : []),
    ...(secretAccessKey === '' ? ['BACKUP_S3_SECRET_ACCESS_KEY is missing'] : []),
  ];
}

export function isS3Address(text: string): boolean {
  return /^s3:/i.test(text);
}

export function parseS3Address(text: string): { bucket: string; prefix: string } {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(\/.*)?$/i.exec(text) ?? [];
  const prefix = path.replace(/^\/+|\/+$/g, '');
  if (bucket === undefined || !/^[\w./-]*$/.test(prefix) || /(^|\/)\.{0,2}\/|(^|\/)\.\.?$/.test(prefix))
    throw new Error(`must look like s3://bucket/folder, in plain letters and digits, got "${text}"`);
  return { bucket, prefix };
}

/** Else each backup would contain the earlier ones. */
function requireOutside(folder: string, dataFolder: string): void {
  const backups = join(dataFolder, 'backups');
  const isInside = folder === dataFolder || folder.startsWith(dataFolder + sep);
  if (isInside && folder !== backups && !folder.startsWith(backups + sep))
    throw new Error(
      `is inside of DATA_DIR, so that each backup would hold the earlier ones: name ${backups}, or a folder elsewhere`,
    );
}
