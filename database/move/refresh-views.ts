import type { Sql } from '../database.ts';
import { type Needing, sortByNeed } from './sort-by-need.ts';

/** Materialized views, each after those that it reads, also through other views. What a function reads is not known, so else the older first. */
export async function refreshViews(target: Sql): Promise<void> {
  const views = await target<Needing[]>`
    with recursive reads as (
      select distinct r.ev_class as view, d.refobjid as relation
      from pg_rewrite r join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
      where d.refobjid <> r.ev_class
    ), reach as (
      select view, relation from reads
      union select reach.view, reads.relation from reach join reads on reads.view = reach.relation
    ), materialized as (
      select c.oid, format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'm'
    )
    select m.name, (
      select coalesce(json_agg(needed.name), '[]') from reach join materialized needed on needed.oid = reach.relation where reach.view = m.oid
    ) as needs
    from materialized m order by m.oid`;
  for (const { name } of sortByNeed(views)) await target.script(`refresh materialized view ${name}`);
}
