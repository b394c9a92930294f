import { toStorageError } from '../error-response.ts';
import { type Bytes, OffsetMoved } from '../files/file-store.ts';
import { recordObject } from '../objects/store-object.ts';
import type { StorageRequest } from '../request.ts';
import type { StorageService } from '../service.ts';
import { StorageError, tooLarge } from '../storage-error.ts';
import { readRequestBody } from '../upload/read-request-body.ts';
import { limitBytes } from '../upload/upload-body.ts';
import type { OwnUpload } from './own-upload.ts';
import { dropUpload, type UploadRow } from './upload-row.ts';

/** Appends to an upload at `offset` and returns the new offset. At the end the object is created. */
export async function receiveBytes(
  request: StorageRequest,
  service: StorageService,
  upload: OwnUpload,
  offset: number,
): Promise<number> {
  const { row } = upload;
  const lock = await service.uploadLocks.acquire(row.id);
  try {
    const arrived = await readOffset(service, row);
    if (arrived !== offset) throw offsetConflict();
    const left = row.length - arrived;
    if (Number(request.headers.get('content-length') ?? 0) > left) throw tooLarge();
    if (left > 0) {
      const bytes = stopWhen(lock.signal, limitBytes(readRequestBody(request.raw), left));
      await service.files.append(row.id, arrived, bytes).catch((error: unknown) => {
        throw error instanceof OffsetMoved ? offsetConflict(error) : error;
      });
    }
    const now = left > 0 ? await service.files.appendedSize(row.id) : arrived;
    if (now === row.length && row.finished_at === null) await complete(service, upload);
    return now;
  } finally {
    lock.release();
  }
}

export async function readOffset({ files }: StorageService, row: UploadRow): Promise<number> {
  return row.finished_at === null ? files.appendedSize(row.id) : row.length;
}

/** Turns a complete upload into an object, once, also with concurrent requests. */
export async function complete(service: StorageService, { row, to }: OwnUpload): Promise<void> {
  const { id, length: size, mime_type: mimeType, cache_control: cacheControl, user_metadata } = row;
  await service.files.finish(id);
  try {
    await recordObject(service, to, id, { size, mimeType, cacheControl, userMetadata: user_metadata });
  } catch (error) {
    // A final refusal: the upload cannot be resumed. After a fault of ours, the client may try again.
    if (toStorageError(error).statusCode < 500) {
      await dropUpload(service.database.sql, id);
      service.unclaimedFiles.sweepSoon();
    }
    throw error;
  }
  if (row.is_upsert) service.unclaimedFiles.sweepSoon();
}

/** Throws as soon as another request wants the lock, also while the client is silent. */
async function* stopWhen(signal: AbortSignal, bytes: Bytes): AsyncGenerator<Uint8Array> {
  const stopped = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(offsetConflict()), { once: true });
  });
  stopped.catch(() => {});
  const source = bytes[Symbol.asyncIterator]();
  for (;;) {
    const { done, value } = await Promise.race([source.next(), stopped]);
    if (done) return;
    yield value;
  }
}

function offsetConflict(cause?: unknown): StorageError {
  return new StorageError(
    'TusError',
    409,
    'Upload-Offset conflict: request the offset and resume from there',
    {
      cause,
    },
  );
}
