import { fragment, identifier } from '../../../database/driver/sql.ts';
import { asCaller } from '../as-caller.ts';
import { likePattern } from '../like-pattern.ts';
import { parseCount } from '../parse-count.ts';
import type { Endpoint } from '../request.ts';
import { invalidRequest } from '../storage-error.ts';
import { bucketColumns, type WireBucket } from './bucket-row.ts';

const sortColumns = ['id', 'name', 'created_at', 'updated_at'];
const maxBuckets = 10_000;

/** GET /bucket: the buckets that the caller may see. */
export const listBuckets: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const { query } = request;
  const limit = Math.min(parseCount(query.get('limit'), 'limit', 1) ?? maxBuckets, maxBuckets);
  const offset = parseCount(query.get('offset'), 'offset', 0) ?? 0;
  const column = query.get('sortColumn') ?? 'name';
  const order = query.get('sortOrder') ?? 'asc';
  if (!sortColumns.includes(column))
    throw invalidRequest(`sortColumn must be one of ${sortColumns.join(', ')}`);
  if (order !== 'asc' && order !== 'desc') throw invalidRequest('sortOrder must be asc or desc');
  const rows = await asCaller(
    service,
    caller,
    'storage.bucket.list',
    (sql) => sql<WireBucket[]>`
      select ${bucketColumns}, type from storage.buckets
      where type = 'STANDARD' and name ilike ${likePattern(query.get('search') ?? '')}
      order by ${identifier(column)} ${order === 'asc' ? fragment`asc` : fragment`desc`} limit ${limit} offset ${offset}`,
  );
  return Response.json([...rows]);
};
