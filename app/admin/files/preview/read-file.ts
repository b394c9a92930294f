import { resolveSession } from '../../../session/current-user.ts';
import { adminApi } from '../../admin-paths.ts';
import { AdminFault } from '../../call-admin.ts';

export interface ReadOptions {
  /** A picture, made smaller to fit. */
  width?: number;
  /** The first bytes only. */
  bytes?: number;
  signal: AbortSignal;
}

/** The bytes of a stored file. Nothing in them is ever opened as a page: see the callers. */
export async function readFile(
  bucket: string,
  path: string,
  { width, bytes, signal }: ReadOptions,
): Promise<Blob> {
  const session = await resolveSession();
  const query = new URLSearchParams({
    bucket,
    path,
    ...(width && { width: String(width) }),
    ...(bytes && { bytes: String(bytes) }),
  });
  const response = await fetch(`${adminApi}/files/file?${query}`, {
    signal,
    headers: { authorization: `Bearer ${session?.access_token}` },
  });
  if (response.ok) return response.blob();
  throw new AdminFault(response.status, Object(await response.json().catch(() => undefined)));
}

/** A picture as a data URL: in an `<img>` no script runs, also not that of a drawing. */
export async function readPicture(bucket: string, path: string, options: ReadOptions): Promise<string> {
  const blob = await readFile(bucket, path, options);
  if (!blob.type.startsWith('image/')) throw new AdminFault(415, { message: 'This is not a picture.' });
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
