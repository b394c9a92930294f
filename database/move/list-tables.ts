import type { Sql } from '../database.ts';
import { sortByNeed } from './sort-by-need.ts';

export interface TableToCopy {
  /** Quoted, with its schema. */
  name: string;
  /** Its rows are those of its partitions. */
  isPartitioned: boolean;
  /** Quoted; without those that Postgres computes. */
  columns: string[];
  /** Others that it refers to. */
  needs: string[];
  /** A statement for each trigger that would run while rows are copied, and one that brings it back. */
  triggers: { off: string; on: string }[];
}

/** All tables with rows of the site; the rows of partitions are those of their table. Secrets of the vault are left out. */
export async function listTables(sql: Sql): Promise<TableToCopy[]> {
  const rows = await sql<TableToCopy[]>`
    select format('%I.%I', n.nspname, c.relname) as name, c.relkind = 'p' as "isPartitioned",
      (select coalesce(json_agg(quote_ident(a.attname) order by a.attnum), '[]') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg(distinct format('%I.%I', fn.nspname, f.relname)), '[]')
        from pg_constraint k join pg_class f on f.oid = k.confrelid join pg_namespace fn on fn.oid = f.relnamespace
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs,
      (select coalesce(json_agg(json_build_object(
          -- Each by itself, since a partition may have its own triggers, and have turned off those of its table.
          'off', format('alter table only %s disable trigger %I', t.tgrelid::regclass, t.tgname),
          'on', format('alter table only %s enable %s trigger %I', t.tgrelid::regclass,
            case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname))), '[]')
        from pg_trigger t
        where (t.tgrelid = c.oid or t.tgrelid in (select relid from pg_partition_tree(c.oid)))
          and not t.tgisinternal and t.tgenabled <> 'D') as triggers
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and c.relpersistence in ('p', 'u') and not c.relispartition
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
      and format('%I.%I', n.nspname, c.relname) <> 'vault.secrets'
      and (
        not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
        -- Rows that an extension keeps for its users, as the jobs of pg_cron.
        or exists (select from pg_extension e where c.oid = any (e.extconfig) and e.extname <> 'postgis')
      )
    order by 1`;
  return sortByNeed(rows);
}
