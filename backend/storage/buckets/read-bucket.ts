import { asCaller } from '../as-caller.ts';
import type { Endpoint } from '../request.ts';
import { noSuchBucket } from '../storage-error.ts';
import { bucketColumns, type WireBucket } from './bucket-row.ts';

/** GET /bucket/:bucket: one bucket. */
export const readBucket: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const [row] = await asCaller(
    service,
    caller,
    'storage.bucket.get',
    (sql) => sql<WireBucket[]>`
      select ${bucketColumns} from storage.buckets where id = ${request.bucket} and type = 'STANDARD'`,
  );
  if (row === undefined) throw noSuchBucket();
  return row;
};
