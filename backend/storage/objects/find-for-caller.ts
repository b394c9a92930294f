import { asCaller, type Operation } from '../as-caller.ts';
import { hasCredential } from '../caller.ts';
import { type ObjectRow, requireObject } from '../object-row.ts';
import type { StorageRequest } from '../request.ts';
import type { Audience } from '../send/cache-header.ts';
import type { StorageService } from '../service.ts';
import { noSuchBucket, noSuchObject } from '../storage-error.ts';
import { requireKey } from './object-key.ts';

export interface FoundObject {
  row: ObjectRow;
  audience: Audience;
}

/** Finds an object for the caller: in a public bucket any caller may read it, in another one row security decides. */
export async function findForCaller(
  request: StorageRequest,
  service: StorageService,
  operation: Operation,
): Promise<FoundObject> {
  const found = await findWithBucket(request, service);
  if (found.isPublic) return { row: requireRow(found.row), audience: { kind: 'public' } };
  // A caller without a key does not learn that the bucket exists.
  if (!hasCredential(request.headers)) throw noSuchBucket();
  const caller = await request.caller();
  const row = await asCaller(service, caller, operation, (sql) =>
    requireObject(sql, request.bucket, request.key),
  );
  return { row, audience: { kind: 'caller' } };
}

/** Finds an object of a public bucket, for any caller; never of another bucket. */
export async function findPublic(request: StorageRequest, service: StorageService): Promise<ObjectRow> {
  const found = await findWithBucket(request, service);
  if (!found.isPublic) throw noSuchBucket();
  return requireRow(found.row);
}

/** Reads the bucket and, if it exists, the object in one query as the server. */
async function findWithBucket({ bucket, key }: StorageRequest, { database }: StorageService) {
  requireKey(key);
  const [found] = await database.sql<({ is_public: boolean } & (ObjectRow | { id: null }))[]>`
    select coalesce(b.public, false) as is_public, o.id, o.name, o.bucket_id, o.version, o.metadata,
      o.user_metadata, o.created_at, o.updated_at
    from storage.buckets b left join storage.objects o on o.bucket_id = b.id and o.name = ${key}
    where b.id = ${bucket} and b.type = 'STANDARD'`;
  if (found === undefined) throw noSuchBucket();
  return { isPublic: found.is_public, row: found };
}

function requireRow(row: ObjectRow | { id: null }): ObjectRow {
  if (row.id === null) throw noSuchObject();
  return row;
}
