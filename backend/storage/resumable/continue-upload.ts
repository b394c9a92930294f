import { StorageError } from '../storage-error.ts';
import { requireOwnUpload } from './own-upload.ts';
import { complete, readOffset, receiveBytes } from './receive-bytes.ts';
import { offsetStream, requireNumber, tus } from './tus.ts';
import { dropUpload } from './upload-row.ts';

/** HEAD /upload/resumable/:id: returns the number of received bytes. */
export const readUpload = tus(async (request, service) => {
  const upload = await requireOwnUpload(request, service);
  const { row } = upload;
  const offset = await readOffset(service, row);
  // All bytes have arrived but the object was never created: the client takes this response for success, so it is created now.
  if (offset === row.length && row.finished_at === null) await complete(service, upload);
  return new Response(null, {
    headers: {
      'cache-control': 'no-store',
      'upload-offset': String(offset),
      'upload-length': String(row.length),
      'upload-expires': row.expires_at.toUTCString(),
    },
  });
});

/** PATCH /upload/resumable/:id: appends bytes. */
export const continueUpload = tus(async (request, service) => {
  if (request.headers.get('content-type') !== offsetStream)
    throw new StorageError('TusError', 415, `Content-Type must be ${offsetStream}`);
  const upload = await requireOwnUpload(request, service);
  const offset = await receiveBytes(
    request,
    service,
    upload,
    requireNumber(request.headers, 'upload-offset'),
  );
  return new Response(null, {
    status: 204,
    headers: { 'upload-offset': String(offset), 'upload-expires': upload.row.expires_at.toUTCString() },
  });
});

/** DELETE /upload/resumable/:id: cancels the upload. A complete upload is an object, and removed as one. */
export const deleteUpload = tus(async (request, service) => {
  const { row } = await requireOwnUpload(request, service);
  if (row.finished_at !== null) throw new StorageError('TusError', 400, 'The upload is complete');
  const lock = await service.uploadLocks.acquire(row.id);
  try {
    await dropUpload(service.database.sql, row.id);
  } finally {
    lock.release();
  }
  service.unclaimedFiles.sweepSoon();
  return new Response(null, { status: 204 });
});
