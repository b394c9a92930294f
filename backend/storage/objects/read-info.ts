import type { Endpoint } from '../request.ts';
import { findForCaller, findPublic } from './find-for-caller.ts';
import { type ObjectRow, readFacts } from './object-row.ts';

/** GET /object/info/:bucket/*: what is known about a file. */
export const readInfo: Endpoint = async (request, service) => {
  const { row } = await findForCaller(request, service, 'object.get_authenticated_info');
  return toInfo(row);
};

/** GET /object/info/public/:bucket/*: the same, of a public bucket. */
export const readPublicInfo: Endpoint = async (request, service) =>
  toInfo(await findPublic(request, service));

/** Read by storage-js: keep these keys. */
function toInfo(row: ObjectRow): object {
  const facts = readFacts(row);
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: facts.size ?? null,
    content_type: facts.mimetype ?? null,
    cache_control: facts.cacheControl ?? null,
    etag: facts.eTag ?? null,
    metadata: row.user_metadata,
    last_modified: row.updated_at,
    created_at: row.created_at,
  };
}
