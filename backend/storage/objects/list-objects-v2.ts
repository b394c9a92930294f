import { z } from 'zod';
import { asCaller } from '../as-caller.ts';
import type { Endpoint } from '../request.ts';
import { StorageError } from '../storage-error.ts';
import { listByName } from './list-by-name.ts';
import { listSorted } from './list-sorted.ts';
import type { ListedEntry } from './listing.ts';

const maxEntries = 1000;
const columns = z.enum(['name', 'updated_at', 'created_at']);
const orders = z.enum(['asc', 'desc']);

const shape = z.object({
  prefix: z.string().max(1100).nullish(),
  limit: z.number().int().min(1).nullish(),
  cursor: z.string().max(4000).nullish(),
  with_delimiter: z.boolean().nullish(),
  sortBy: z.object({ column: columns.nullish(), order: orders.nullish() }).nullish(),
});

/** The end of a page and its sort order: the next page continues in the same order. */
const cursorShape = z.object({
  path: z.string(),
  at: z.string().nullish(),
  column: columns,
  order: orders,
});

/** POST /object/list-v2/:bucket: lists pages that stay consistent while objects are added and removed. */
export const listObjectsV2: Endpoint = async (request, service) => {
  const caller = await request.caller();
  const body = await request.body(shape);
  const cursor = body.cursor ? parseCursor(body.cursor) : undefined;
  const column = cursor?.column ?? body.sortBy?.column ?? 'name';
  const order = cursor?.order ?? body.sortBy?.order ?? 'asc';
  const limit = Math.min(body.limit ?? maxEntries, maxEntries);
  const listing = {
    bucket: request.bucket,
    prefix: body.prefix ?? '',
    hasFolders: body.with_delimiter ?? false,
    isDescending: order === 'desc',
    offset: 0,
    // One extra entry shows whether there is a next page.
    limit: limit + 1,
  };
  const entries = await asCaller(service, caller, 'storage.object.list_v2', (sql) =>
    column === 'name'
      ? listByName(sql, { ...listing, after: cursor?.path })
      : listSorted(sql, {
          ...listing,
          column,
          search: '',
          after: cursor && { path: cursor.path, at: cursor.at ?? undefined },
        }),
  );
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  const hasNext = entries.length > limit;
  // Read by storage-js: keep these keys.
  return {
    hasNext,
    ...(hasNext && last && { nextCursor: toCursor(last, column, order), nextCursorKey: last.path }),
    folders: page
      .filter((entry) => entry.is_folder)
      .map(({ path }) => ({ key: path.slice(0, -1), name: path })),
    objects: page.filter((entry) => !entry.is_folder).map(toObject),
  };
};

function toObject({ path, is_folder: _, at: __, ...rest }: ListedEntry): object {
  return { key: path, name: path, ...rest };
}

function toCursor({ path, at }: ListedEntry, column: string, order: string): string {
  return Buffer.from(JSON.stringify({ path, at, column, order })).toString('base64url');
}

function parseCursor(text: string): z.infer<typeof cursorShape> {
  try {
    return cursorShape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch (cause) {
    throw new StorageError('InvalidParameter', 400, 'Invalid Parameter cursor', { cause });
  }
}
