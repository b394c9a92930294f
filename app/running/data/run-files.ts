import type { SiteClient } from '../../session/site-client.ts';
import { chunk } from './read-all.ts';
import { RunningFault } from './running-fault.ts';

/** The original files of runs, in the bucket of the migration. */
const bucket = 'run-files';

/** The path of a run's file. The store accepts ASCII names only, so the displayed name is stored with the run. */
export function toFilePath(user: string, run: string, name: string): string {
  const safe = name.replace(/[^\w.-]/g, '_').slice(-100) || 'file';
  return `${user}/${run}/${safe === '.' || safe === '..' ? 'file' : safe}`;
}

/** Overwrites the remains of an interrupted upload. */
export async function uploadFile(
  client: SiteClient,
  path: string,
  file: Blob | Uint8Array<ArrayBuffer>,
): Promise<void> {
  const { error } = await client.storage
    .from(bucket)
    .upload(path, file, { upsert: true, contentType: 'application/octet-stream' });
  if (error) throw toStorageFault(error);
}

export async function downloadFile(client: SiteClient, path: string): Promise<Blob> {
  const { data, error } = await client.storage.from(bucket).download(path);
  if (error) throw toStorageFault(error);
  return data;
}

/** A hosted store removes at most a thousand files at a time. */
export async function removeFiles(client: SiteClient, paths: readonly string[]): Promise<void> {
  for (const part of chunk(paths, 500)) {
    const { error } = await client.storage.from(bucket).remove(part);
    if (error) throw toStorageFault(error);
  }
}

const byStatus: Record<string, string> = {
  '404': 'The file no longer exists.',
  '413': 'The file is too large. The limit is 50 MB.',
  '507': 'The site’s disk is full.',
};

/** Why a file could not be stored or read. `isPermanent`: another attempt would not help. */
export class FileFault extends RunningFault {
  readonly isPermanent: boolean;
  readonly isDiskFull: boolean;

  constructor(message: string, status: number, cause: unknown) {
    super(message, { cause });
    this.isPermanent = status === 507 || (status >= 400 && status < 500 && status !== 429);
    this.isDiskFull = status === 507;
  }
}

function toStorageFault(
  error: Error & { statusCode?: string | undefined; status?: number | undefined },
): FileFault {
  const status = Number(error.statusCode ?? error.status ?? 0);
  const message =
    byStatus[String(status)] ??
    (status >= 400 && status < 500 && status !== 429
      ? 'The site did not accept the file.'
      : 'The connection was lost during the upload.');
  return new FileFault(message, status, error);
}
