import { assignments } from '../../../database/driver/sql.ts';
import { asCaller } from '../as-caller.ts';
import type { Endpoint } from '../request.ts';
import { invalidRequest, noSuchBucket } from '../storage-error.ts';
import { bucketShape, parseLimits } from './bucket-limits.ts';

/** PUT /bucket/:bucket: changes the given members. */
export const updateBucket: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const body = await request.body(bucketShape);
  const changes = {
    ...parseLimits(body, service.config.fileSizeLimit),
    ...(typeof body.public === 'boolean' && { public: body.public }),
  };
  if (Object.keys(changes).length === 0) throw invalidRequest('No content provided');
  const changed = await asCaller(
    service,
    caller,
    'storage.bucket.update',
    (sql) => sql`
      update storage.buckets set ${assignments({ ...changes, updated_at: new Date() })}
      where id = ${request.bucket} and type = 'STANDARD'`,
  );
  if (changed.count === 0) throw noSuchBucket();
  return { message: 'Successfully updated' };
};
