import type { Sql } from '../database.ts';
import { sortByNeed } from './sort-by-need.ts';

export interface TableToCopy {
  /** Quoted, with its schema. */
  name: string;
  /** Its rows are those of its partitions. */
  isPartitioned: boolean;
  /** Quoted; without those that Postgres computes. */
  columns: string[];
  /** Foreign keys to other tables. */
  keys: ForeignKey[];
  /** The tables that they refer to. */
  needs: string[];
  /** Those that would run while rows are copied. */
  triggers: Suspendable[];
}

/** A statement that suspends a rule while rows are copied, and one that brings it back as it was. */
export interface Suspendable {
  off: string;
  on: string;
}

interface ForeignKey extends Suspendable {
  refersTo: string;
  isDeferrable: boolean;
}

/**
 * All tables with rows of the site, after those that they refer to where possible; the rows of partitions are those of their table. Secrets
 * of the vault are left out.
 */
export async function listTables(sql: Sql): Promise<TableToCopy[]> {
  const rows = await sql<Omit<TableToCopy, 'needs'>[]>`
    select format('%I.%I', n.nspname, c.relname) as name, c.relkind = 'p' as "isPartitioned",
      (select coalesce(json_agg(quote_ident(a.attname) order by a.attnum), '[]') from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(json_agg(json_build_object(
          'refersTo', format('%I.%I', fn.nspname, f.relname), 'isDeferrable', k.condeferrable,
          'off', format('alter table %s alter constraint %I deferrable', k.conrelid::regclass, k.conname),
          'on', format('alter table %s alter constraint %I not deferrable', k.conrelid::regclass, k.conname))), '[]')
        from pg_constraint k
          join pg_class f on f.oid = coalesce(pg_partition_root(k.confrelid), k.confrelid)
          join pg_namespace fn on fn.oid = f.relnamespace
        where (k.conrelid = c.oid or k.conrelid in (select relid from pg_partition_tree(c.oid)))
          and k.contype = 'f' and k.conparentid = 0 and f.oid <> c.oid) as keys,
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
  return sortByNeed(rows.map((row) => ({ ...row, needs: row.keys.map(({ refersTo }) => refersTo) })));
}

/** Keys to tables that are filled later than their own, such as those of a circle, and that are not deferrable. */
export function findEarlyKeys(tables: readonly TableToCopy[]): Suspendable[] {
  const filled = new Set<string>();
  return tables.flatMap(({ name, keys }) => {
    filled.add(name);
    return keys.filter(({ refersTo, isDeferrable }) => !isDeferrable && !filled.has(refersTo));
  });
}
