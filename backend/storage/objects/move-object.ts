import { z } from 'zod';
import { asCaller } from '../as-caller.ts';
import { type BucketRules, requireBucket } from '../buckets/bucket-row.ts';
import { type ObjectRow, readFileMetadata, requireObject } from '../object-row.ts';
import type { Endpoint } from '../request.ts';
import type { StorageService } from '../service.ts';
import { accessDenied, noSuchObject, tooLarge } from '../storage-error.ts';
import { requireMimeType } from '../upload/mime-rules.ts';
import { requireKey } from './object-key.ts';
import { maxFileSize } from './store-object.ts';

const shape = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
  destinationBucket: z.string().nullish(),
});

/** POST /object/move: renames an object. Its file is not touched. */
export const moveObject: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const { bucketId, sourceKey, destinationKey, destinationBucket } = await request.body(shape);
  requireKey(destinationKey);
  const bucket = destinationBucket || bucketId;
  const rules = bucket === bucketId ? undefined : await requireBucket(service.database.sql, bucket);
  const { id, isMoved } = await asCaller(service, caller, 'storage.object.move', async (sql) => {
    const source = await requireObject(sql, bucketId, sourceKey);
    if (rules !== undefined) requireFits(service, rules, source);
    const changed = await sql`
      update storage.objects set bucket_id = ${bucket}, name = ${destinationKey} where id = ${source.id}`;
    return { id: source.id, isMoved: changed.count === 1 };
  });
  if (isMoved) return { message: 'Successfully moved', Id: id, Key: destinationKey };
  // The object was visible but not updated: the caller may not, or it was removed in between.
  const left = await service.database.sql`select from storage.objects where id = ${id}`;
  throw left.length === 1 ? accessDenied('Access denied') : noSuchObject();
};

/** Another bucket may have stricter limits. */
function requireFits(service: StorageService, rules: BucketRules, source: ObjectRow): void {
  const { size = 0, mimetype = 'application/octet-stream' } = readFileMetadata(source);
  if (size > maxFileSize(service, rules)) throw tooLarge();
  requireMimeType(mimetype, rules.allowed_mime_types);
}
