import { isForeignKeyViolation } from '../../http/database-fault.ts';
import { asCaller } from '../as-caller.ts';
import type { Endpoint } from '../request.ts';
import { noSuchBucket, StorageError } from '../storage-error.ts';

/** DELETE /bucket/:bucket: deletes an empty bucket. */
export const deleteBucket: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const deleted = await asCaller(
    service,
    caller,
    'storage.bucket.delete',
    (sql) => sql`delete from storage.buckets where id = ${request.bucket}`,
  ).catch((error: unknown) => {
    // The foreign key decides whether the bucket is empty, also for objects that are added at this moment.
    throw isForeignKeyViolation(error) ? notEmpty(error) : error;
  });
  if (deleted.count === 0) throw noSuchBucket();
  return { message: 'Successfully deleted' };
};

function notEmpty(cause: unknown): StorageError {
  const message = 'The bucket you tried to delete is not empty';
  return new StorageError('ResourceNotEmpty', 409, message, { cause });
}
