import { z } from 'zod';
import { insertion } from '../../../database/driver/sql.ts';
import { isUniqueViolation } from '../../http/database-fault.ts';
import { asCaller } from '../as-caller.ts';
import type { Endpoint } from '../request.ts';
import { alreadyExists, invalidRequest } from '../storage-error.ts';
import { bucketShape, parseLimits, requireBucketName } from './bucket-limits.ts';

const shape = bucketShape.extend({
  name: z.string(),
  id: z.string().nullish(),
  type: z.string().nullish(),
});

/** POST /bucket: creates a bucket. */
export const createBucket: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const body = await request.body(shape);
  const id = body.id || body.name;
  requireBucketName(body.name);
  requireBucketName(id);
  if ((body.type ?? 'STANDARD') !== 'STANDARD')
    throw invalidRequest('Only buckets of type STANDARD are served here.');
  const limits = parseLimits(body, service.config.fileSizeLimit);
  const row = {
    id,
    name: body.name,
    public: body.public ?? false,
    owner: caller.user ?? null,
    owner_id: caller.user ?? null,
    file_size_limit: limits.file_size_limit ?? null,
    allowed_mime_types: limits.allowed_mime_types ?? null,
  };
  await asCaller(
    service,
    caller,
    'storage.bucket.create',
    (sql) => sql`insert into storage.buckets ${insertion(row)}`,
  ).catch((error: unknown) => {
    throw isUniqueViolation(error) ? alreadyExists('BucketAlreadyExists') : error;
  });
  return { name: body.name };
};
