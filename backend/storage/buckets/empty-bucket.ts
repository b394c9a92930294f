import type { Endpoint } from '../request.ts';
import { accessDenied } from '../storage-error.ts';
import { requireBucket } from './bucket-row.ts';

/** Objects per statement, so that none takes long. */
const batchSize = 1000;

/** POST /bucket/:bucket/empty: removes all its objects. For the secret key only. */
export const emptyBucket: Endpoint = async (request, service) => {
  const caller = await request.caller();
  if (caller.role !== 'service_role') throw accessDenied('Access denied: Invalid role', { httpStatus: 403 });
  const { sql } = service.database;
  await requireBucket(sql, request.bucket);
  for (let removed = batchSize; removed === batchSize; ) {
    const rows = await sql`
      delete from storage.objects where id in (
        select id from storage.objects where bucket_id = ${request.bucket} limit ${batchSize})`;
    removed = rows.count;
  }
  service.unclaimedFiles.sweepSoon();
  return { message: 'Empty bucket has been queued. Completion may take up to an hour.' };
};
