import type { Sql } from '../../../database/database.ts';
import { fragment } from '../../../database/driver/sql.ts';
import { type ListedEntry, type NameRange, rangeOf } from './listing.ts';

export interface NameListing {
  bucket: string;
  prefix: string;
  /** Groups names with a further `/` into one entry for their folder. */
  hasFolders: boolean;
  isDescending: boolean;
  /** The last entry of the previous page. */
  after?: string | undefined;
  offset: number;
  limit: number;
}

/** Lists entries in the order of their names by skip scan: a folder with a million files costs one index lookup, like a file. */
export async function listByName(sql: Sql, listing: NameListing): Promise<ListedEntry[]> {
  const range = rangeOf(listing.prefix);
  if (range === undefined) return [];
  const { bucket, prefix, hasFolders, isDescending, offset, limit } = listing;
  const first = firstSeek(listing, range);
  const next = isDescending
    ? fragment`o.name collate "C" < e.seek and o.name collate "C" >= ${prefix}`
    : fragment`o.name collate "C" >= e.seek and o.name collate "C" < ${range.end}`;
  const order = isDescending ? fragment`desc` : fragment`asc`;
  // After a folder, the next name is behind all names in it (0 follows / in ASCII); after a file, behind its own.
  const seek = isDescending
    ? fragment`f.path`
    : fragment`case when f.cut > 0 then left(f.path, -1) || '0' else f.path || chr(1) end`;
  return sql<ListedEntry[]>`
    with recursive entry as (
      select 0 as n, ${first}::text as seek, null::text as path, false as is_folder, null::uuid as id,
        null::timestamptz as updated_at, null::timestamptz as created_at, null::timestamptz as last_accessed_at,
        null::jsonb as metadata
      union all
      select e.n + 1, ${seek}, f.path, f.cut > 0, f.id, f.updated_at, f.created_at, f.last_accessed_at, f.metadata
      from entry e cross join lateral (
        select case when o.cut > 0 then left(o.name, ${prefix.length}::int + o.cut) else o.name end as path, o.*
        from (
          select o.name, o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata,
            case when ${hasFolders} then strpos(substr(o.name, ${prefix.length}::int + 1), '/') else 0 end as cut
          from storage.objects o where o.bucket_id = ${bucket} and ${next}
          order by o.name collate "C" ${order} limit 1
        ) o
      ) f
      where e.n < ${offset + limit}
    )
    select path, is_folder, null::text as at, case when not is_folder then id end as id,
      case when not is_folder then updated_at end as updated_at,
      case when not is_folder then created_at end as created_at,
      case when not is_folder then last_accessed_at end as last_accessed_at,
      case when not is_folder then metadata end as metadata
    from entry where n > ${offset} order by n`;
}

function firstSeek({ after, prefix, isDescending }: NameListing, range: NameRange): string {
  if (after === undefined) return isDescending ? range.end : prefix;
  if (isDescending) return after;
  return after.endsWith('/') ? `${after.slice(0, -1)}0` : `${after}\u0001`;
}
