import { randomUUID } from 'node:crypto';
import { requireBucket } from '../buckets/bucket-row.ts';
import type { Caller } from '../caller.ts';
import { requireKey } from '../objects/object-key.ts';
import { maxFileSize, requireMayStore } from '../objects/store-object.ts';
import type { StorageRequest } from '../request.ts';
import type { StorageService } from '../service.ts';
import { invalidRequest, tooLarge } from '../storage-error.ts';
import { requireMimeType } from '../upload/mime-rules.ts';
import { cacheControlOf, parseMetadata } from '../upload/upload-body.ts';
import { destinationOf } from './own-upload.ts';
import { receiveBytes } from './receive-bytes.ts';
import { offsetStream, parseUploadMetadata, requireNumber, tus } from './tus.ts';
import { addUpload } from './upload-row.ts';

/** POST /upload/resumable: creates an upload, optionally with its first bytes. */
export const createUpload = tus(async (request, service) => {
  const caller = await request.caller();
  const isUpsert = request.headers.get('x-upsert') === 'true';
  return beginUpload(request, service, '/upload/resumable', { caller, owner: caller.user, isUpsert });
});

/** POST /upload/resumable/sign: the same with the token of a signed upload URL in `x-signature`. */
export const createSignedUpload = tus(async (request, service) => {
  const { bucket, name } = readTarget(request);
  const token = request.headers.get('x-signature');
  const { owner, upsert } = service.urlTokens.requireUpload(token, `${bucket}/${name}`);
  const by = { caller: undefined, owner, isUpsert: upsert };
  return beginUpload(request, service, '/upload/resumable/sign', by);
});

function readTarget(request: StorageRequest) {
  const metadata = parseUploadMetadata(request.headers.get('upload-metadata'));
  const bucket = metadata.get('bucketName');
  const name = metadata.get('objectName');
  if (!bucket || !name) throw invalidRequest('Upload-Metadata must name bucketName and objectName');
  return { bucket, name, metadata };
}

async function beginUpload(
  request: StorageRequest,
  service: StorageService,
  path: string,
  by: { caller: Caller | undefined; owner: string | undefined; isUpsert: boolean },
): Promise<Response> {
  const { bucket: bucketId, name, metadata } = readTarget(request);
  requireKey(name);
  const length = requireNumber(request.headers, 'upload-length');
  const bucket = await requireBucket(service.database.sql, bucketId);
  if (length > maxFileSize(service, bucket)) throw tooLarge();
  const mimeType = metadata.get('contentType') || 'application/octet-stream';
  requireMimeType(mimeType, bucket.allowed_mime_types);

  const row = {
    id: randomUUID(),
    bucket_id: bucketId,
    name,
    role: by.caller?.role ?? 'anon',
    owner_id: by.owner ?? null,
    is_signed: by.caller === undefined,
    is_upsert: by.isUpsert,
    length,
    mime_type: mimeType,
    cache_control: cacheControlOf(metadata.get('cacheControl')),
    user_metadata: parseMetadata(metadata.get('metadata')),
  };
  const to = destinationOf(row, by.caller);
  const claimed = { mimetype: mimeType, contentLength: length, userMetadata: row.user_metadata };
  await requireMayStore(service, { ...to, operation: 'storage.tus.upload.create' }, claimed);
  const expiresAt = await service.database.transaction((sql) => addUpload(sql, row));

  const hasBytes = request.headers.get('content-type') === offsetStream;
  const upload = { row: { ...row, expires_at: expiresAt, finished_at: null }, to };
  const offset = hasBytes || length === 0 ? await receiveBytes(request, service, upload, 0) : undefined;
  return new Response(null, {
    status: 201,
    headers: {
      location: `${service.externalUrl}${path}/${row.id}`,
      'upload-expires': expiresAt.toUTCString(),
      ...(offset !== undefined && { 'upload-offset': String(offset) }),
    },
  });
}
