import { z } from 'zod';
import type { BucketList, BucketSettings } from '../../../app/admin/files/files-data.ts';
import { AdminError } from '../admin-error.ts';
import type { AdminRoute } from '../admin-route.ts';
import { bucket, readParameter } from './read-query.ts';
import { encodePath, type FilesParts } from './storage-api.ts';

const type = z
  .string()
  .regex(/^([\w.+-]{1,100}|\*)\/([\w.+-]{1,100}|\*)$/, { message: 'a type looks like image/png or image/*' });
const settings: z.ZodType<BucketSettings> = z.object({
  name: bucket,
  isPublic: z.boolean(),
  maxBytes: z.number().int().min(1, { message: 'the limit is a number of bytes' }).nullable(),
  types: z.array(type).min(1).max(100).nullable(),
});

/** Buckets: what there is and how much is in them; one more, other rules, one less. */
export function createBucketRoutes({ ask, storage }: FilesParts): AdminRoute[] {
  return [
    {
      method: 'GET',
      path: '/files/buckets',
      async answer(call) {
        const usage = await ask<BucketList | null>(call, 'admin_storage_usage', {});
        if (!usage) throw new AdminError(501, 'no-storage', 'This project has no storage for files.');
        return Response.json(usage);
      },
    },
    {
      method: 'POST',
      path: '/files/buckets',
      async answer(call) {
        const made = await call.readJson(settings);
        await call.note('files.create-bucket', made.name, toRules(made));
        await storage.json(call, 'POST', '/bucket', {
          body: { id: made.name, name: made.name, ...toRules(made) },
        });
        return Response.json({}, { status: 201 });
      },
    },
    {
      method: 'PUT',
      path: '/files/buckets',
      async answer(call) {
        const changed = await call.readJson(settings);
        await call.note('files.change-bucket', changed.name, toRules(changed));
        await storage.json(call, 'PUT', `/bucket/${encodePath(changed.name)}`, { body: toRules(changed) });
        return Response.json({});
      },
    },
    {
      method: 'DELETE',
      path: '/files/buckets',
      asksAgain: true,
      async answer(call) {
        const name = readParameter(call.query, 'bucket', bucket);
        const { total } = await ask<{ total: number }>(call, 'admin_file_names', {
          bucket: name,
          folder: '',
          most: 0,
        });
        if (total > 0)
          throw new AdminError(409, 'not-empty', 'Delete the files of the bucket first.', { files: total });
        await call.note('files.delete-bucket', name);
        await storage.json(call, 'DELETE', `/bucket/${encodePath(name)}`);
        return Response.json({});
      },
    },
  ];
}

/** By the names of the storage. */
function toRules({ isPublic, maxBytes, types }: BucketSettings) {
  return { public: isPublic, file_size_limit: maxBytes, allowed_mime_types: types };
}
