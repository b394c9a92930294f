import { z } from 'zod';
import { asCaller } from '../as-caller.ts';
import type { Endpoint } from '../request.ts';
import { listByName } from './list-by-name.ts';
import { listSorted } from './list-sorted.ts';
import type { ListedEntry } from './listing.ts';

const maxEntries = 1500;

const shape = z.object({
  prefix: z.string().max(1100),
  limit: z.number().int().min(1).nullish(),
  offset: z.number().int().min(0).max(1_000_000_000).nullish(),
  search: z.string().max(1100).nullish(),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).nullish(),
      order: z.enum(['asc', 'desc']).nullish(),
    })
    .nullish(),
});

/** POST /object/list/:bucket: lists a folder. A subfolder has only a name. */
export const listObjects: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const body = await request.body(shape);
  const prefix = body.prefix === '' || body.prefix.endsWith('/') ? body.prefix : `${body.prefix}/`;
  const column = body.sortBy?.column ?? 'name';
  const listing = {
    bucket: request.bucket,
    prefix: prefix.replace(/^\/+/, ''),
    hasFolders: true,
    search: body.search ?? '',
    column,
    isDescending: body.sortBy?.order === 'desc',
    offset: body.offset ?? 0,
    limit: Math.min(body.limit ?? 100, maxEntries),
  };
  const list = column === 'name' && listing.search === '' ? listByName : listSorted;
  const entries = await asCaller(service, caller, 'storage.object.list', (sql) => list(sql, listing));
  return Response.json(entries.map((entry) => toWire(entry, listing.prefix)));
};

/** Read by storage-js: keep these keys. */
function toWire({ path, is_folder, at: _, ...rest }: ListedEntry, prefix: string): object {
  return { name: path.slice(prefix.length, is_folder ? -1 : undefined), ...rest };
}
