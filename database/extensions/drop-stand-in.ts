import type { Sql } from '../database.ts';
import { markOf } from './create-stand-in.ts';

/** Drops all that DROP EXTENSION would drop. Without CASCADE, Postgres refuses what other objects need. */
export async function dropStandIn(sql: Sql, name: string, isCascade: boolean): Promise<void> {
  const statements = await sql<{ statement: string }[]>`
    with own as (select oid, nspname from pg_namespace where obj_description(oid, 'pg_namespace') = ${markOf(name)}),
    relations as (
      select c.relkind, c.oid::regclass::text as object from pg_class c join own on own.oid = c.relnamespace
      where c.relkind = 'v' or c.relkind in ('r', 'S') and not exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
    select format(command, string_agg(object, ', ')) || ${isCascade ? ' cascade' : ''} as statement from (
      select 1 as place, 'drop view %s' as command, object from relations where relkind = 'v'
      union all select 2, 'drop table %s', object from relations where relkind = 'r'
      union all select 3, 'drop sequence %s', object from relations where relkind = 'S'
      union all select 4, 'drop function %s', p.oid::regprocedure::text from pg_proc p left join own on own.oid = p.pronamespace
        where own.oid is not null or obj_description(p.oid, 'pg_proc') = ${markOf(name)}
      union all select 5, 'drop type %s', t.oid::regtype::text from pg_type t left join own on own.oid = t.typnamespace
        left join pg_class c on c.oid = t.typrelid
        where (own.oid is not null or obj_description(t.oid, 'pg_type') = ${markOf(name)}) and (t.typtype in ('d', 'e') or c.relkind = 'c')
      union all select 6, 'drop schema %s', quote_ident(nspname) from own
    ) as objects
    group by place, command order by place`;
  for (const { statement } of statements) await sql.script(statement);
}
