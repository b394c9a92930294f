import { requireBucket } from '../buckets/bucket-row.ts';
import type { Endpoint, StorageRequest } from '../request.ts';
import type { StorageService } from '../service.ts';
import { requireMimeType } from '../upload/mime-rules.ts';
import { readUploadBody } from '../upload/upload-body.ts';
import { requireKey } from './object-key.ts';
import { type Destination, maxFileSize, requireMayStore, storeFile } from './store-object.ts';

/** POST /object/:bucket/*: adds an object, or replaces one with `x-upsert: true`. */
export const uploadObject: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const isUpsert = request.headers.get('x-upsert') === 'true';
  const to = { caller, owner: caller.user, isUpsert, operation: 'storage.object.upload' as const };
  return receiveFile(request, service, { ...to, bucket: request.bucket, name: request.key });
};

/** PUT /object/:bucket/*: replaces an object, or adds it. */
export const updateObject: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const to = {
    caller,
    owner: caller.user,
    isUpsert: true,
    operation: 'storage.object.upload_update' as const,
  };
  return receiveFile(request, service, { ...to, bucket: request.bucket, name: request.key });
};

/** Checks bucket, size, type and permission, then stores bytes and row. Read by storage-js: `Id` and `Key`. */
export async function receiveFile(
  request: StorageRequest,
  service: StorageService,
  to: Destination,
): Promise<{ Id: string; Key: string }> {
  requireKey(to.name);
  const bucket = await requireBucket(service.database.sql, to.bucket);
  const body = await readUploadBody(request.raw, maxFileSize(service, bucket));
  const { mimeType } = body;
  requireMimeType(mimeType, bucket.allowed_mime_types);
  await requireMayStore(service, to, {
    mimetype: mimeType,
    contentLength: body.claimedLength,
    userMetadata: body.details().userMetadata,
  });
  const { id } = await storeFile(service, to, body.bytes, () => ({ mimeType, ...body.details() }));
  return { Id: id, Key: `${to.bucket}/${to.name}` };
}
