import { type ObjectRow, readFileMetadata } from '../object-row.ts';
import type { Endpoint } from '../request.ts';
import { findForCaller, findPublic } from './find-for-caller.ts';

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
  const metadata = readFileMetadata(row);
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    bucket_id: row.bucket_id,
    size: metadata.size ?? null,
    content_type: metadata.mimetype ?? null,
    cache_control: metadata.cacheControl ?? null,
    etag: metadata.eTag ?? null,
    metadata: row.user_metadata,
    last_modified: row.updated_at,
    created_at: row.created_at,
  };
}
