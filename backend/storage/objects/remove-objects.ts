import { z } from 'zod';
import { asCaller } from '../as-caller.ts';
import type { Endpoint } from '../request.ts';
import { noSuchObject } from '../storage-error.ts';

const shape = z.object({ prefixes: z.array(z.string()).min(1).max(1000) });

/** Read by storage-js: keep these keys. */
interface RemovedObject {
  id: string;
  name: string;
  bucket_id: string;
}

/** DELETE /object/:bucket: removes these objects as far as the caller may, and returns the removed ones. */
export const removeObjects: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const { prefixes } = await request.body(shape);
  const rows = await asCaller(
    service,
    caller,
    'storage.object.delete_many',
    (sql) => sql<RemovedObject[]>`
      delete from storage.objects where bucket_id = ${request.bucket} and name = any(${prefixes})
      returning id, name, bucket_id, owner, owner_id, version, created_at, updated_at, last_accessed_at,
        metadata, user_metadata`,
  );
  service.unclaimedFiles.sweepSoon();
  return Response.json([...rows]);
};

/** DELETE /object/:bucket/*: removes one. */
export const removeObject: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const removed = await asCaller(
    service,
    caller,
    'storage.object.delete',
    (inside) => inside`
      delete from storage.objects where bucket_id = ${request.bucket} and name = ${request.key}`,
  );
  // The error does not reveal whether the object is missing or belongs to another user.
  if (removed.count === 0) throw noSuchObject();
  service.unclaimedFiles.sweepSoon();
  return { message: 'Successfully deleted' };
};
