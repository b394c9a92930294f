import type { Sql } from '../../../database/database.ts';
import { fragment, identifier } from '../../../database/driver/sql.ts';
import { type ListedEntry, rangeOf, type SortColumn } from './listing.ts';

export interface SortedListing {
  bucket: string;
  prefix: string;
  hasFolders: boolean;
  /** Only entries whose own name begins with this text, case-insensitively. */
  search: string;
  column: SortColumn;
  isDescending: boolean;
  /** The last entry of the previous page. */
  after?: { path: string; at: string | undefined } | undefined;
  offset: number;
  limit: number;
}

/** Lists entries in any order: by time, folders come first, as they have none. It reads all names below the prefix. */
export async function listSorted(sql: Sql, listing: SortedListing): Promise<ListedEntry[]> {
  const { bucket, prefix, hasFolders, column, isDescending, after, offset, limit } = listing;
  const range = rangeOf(prefix);
  if (range === undefined) return [];
  const found = `${prefix}${listing.search}`.replace(/[\\%_]/g, '\\$&');
  const order = isDescending ? fragment`desc` : fragment`asc`;
  const time = column === 'name' ? fragment`null::timestamptz` : fragment`o.${identifier(column)}`;
  // Folders come first in both directions.
  const rank =
    column === 'name'
      ? fragment`0`
      : isDescending
        ? fragment`(e.is_folder)::int`
        : fragment`(not e.is_folder)::int`;
  const behind = after
    ? fragment`where (s.rank, coalesce(s.at, '-infinity'), s.path collate "C") ${isDescending ? fragment`<` : fragment`>`}
        (${rankOf(listing)}, coalesce(${after.at ?? null}::text::timestamptz, '-infinity'), ${after.path})`
    : fragment``;
  return sql<ListedEntry[]>`
    with named as (
      select o.name, o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata, ${time} as at,
        case when ${hasFolders} then strpos(substr(o.name, ${prefix.length}::int + 1), '/') else 0 end as cut
      from storage.objects o
      where o.bucket_id = ${bucket} and o.name collate "C" >= ${prefix} and o.name collate "C" < ${range.end}
        and o.name ilike ${`${found}%`}
    ), entry as (
      select distinct left(name, ${prefix.length}::int + cut) as path, true as is_folder, null::uuid as id,
        null::timestamptz as updated_at, null::timestamptz as created_at, null::timestamptz as last_accessed_at,
        null::jsonb as metadata, null::timestamptz as at
      from named where cut > 0
      union all
      select name, false, id, updated_at, created_at, last_accessed_at, metadata, at from named where cut = 0
    ), sorted as (select e.*, ${rank} as rank from entry e)
    select s.path, s.is_folder, s.id, s.updated_at, s.created_at, s.last_accessed_at, s.metadata, s.at::text as at
    from sorted s ${behind}
    order by s.rank ${order}, coalesce(s.at, '-infinity') ${order}, s.path collate "C" ${order}
    limit ${limit} offset ${offset}`;
}

function rankOf({ column, isDescending, after }: SortedListing): number {
  if (column === 'name') return 0;
  const isFolder = after?.path.endsWith('/') ?? false;
  return Number(isDescending ? isFolder : !isFolder);
}
