import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { asCaller } from '../as-caller.ts';
import { requireBucket } from '../buckets/bucket-row.ts';
import { readFileMetadata, requireObject } from '../object-row.ts';
import type { Endpoint } from '../request.ts';
import { noSuchObject, tooLarge } from '../storage-error.ts';
import { requireMimeType } from '../upload/mime-rules.ts';
import { parseMetadata } from '../upload/upload-body.ts';
import { requireKey } from './object-key.ts';
import { type Destination, maxFileSize, recordObject, requireMayStore } from './store-object.ts';

const shape = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
  copyMetadata: z.boolean().nullish(),
  metadata: z
    .object({ cacheControl: z.string().max(200).nullish(), mimetype: z.string().nullish() })
    .nullish(),
});

/** POST /object/copy: copies an object to a second name. */
export const copyObject: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const body = await request.body(shape);
  requireKey(body.destinationKey);
  const to: Destination = {
    bucket: body.destinationBucket || body.bucketId,
    name: body.destinationKey,
    owner: caller.user,
    isUpsert: request.headers.get('x-upsert') === 'true',
    caller,
    operation: 'storage.object.copy',
  };
  const source = await asCaller(service, caller, to.operation, (sql) =>
    requireObject(sql, body.bucketId, body.sourceKey),
  );
  const metadata = readFileMetadata(source);
  if (source.version === null || metadata.size === undefined) throw noSuchObject();
  const given = body.copyMetadata === false ? body.metadata : undefined;
  const mimeType = given?.mimetype ?? metadata.mimetype ?? 'application/octet-stream';
  const cacheControl = given?.cacheControl ?? metadata.cacheControl ?? 'no-cache';
  const header = request.headers.get('x-metadata');
  const userMetadata =
    body.copyMetadata === false
      ? parseMetadata(header === null ? undefined : Buffer.from(header, 'base64').toString('utf8'))
      : (source.user_metadata ?? {});

  const bucket = await requireBucket(service.database.sql, to.bucket);
  if (metadata.size > maxFileSize(service, bucket)) throw tooLarge();
  requireMimeType(mimeType, bucket.allowed_mime_types);
  await requireMayStore(service, to, { mimetype: mimeType, contentLength: metadata.size, userMetadata });

  const version = randomUUID();
  await service.unclaimedFiles.hold(version);
  let isStored = false;
  try {
    if (!(await service.files.copy(source.version, version))) throw noSuchObject();
    const file = { size: metadata.size, mimeType, cacheControl, userMetadata };
    const { id } = await recordObject(service, to, version, file);
    isStored = true;
    return { Id: id, Key: `${to.bucket}/${to.name}`, id, name: to.name, bucket_id: to.bucket, version };
  } finally {
    await service.unclaimedFiles.release(version, isStored);
  }
};
