/** Tables that no migration makes, because they are made while the site runs: queues of pgmq, and partitions. */
import type { Sql } from '../database.ts';

export async function createAtRunTime(source: Sql, target: Sql): Promise<void> {
  await createQueues(source, target);
  await createPartitions(source, target);
}

async function createQueues(source: Sql, target: Sql): Promise<void> {
  const [found] = await source<{ exists: boolean }[]>`select to_regclass('pgmq.meta') is not null as exists`;
  if (!found?.exists) return;
  const queues = await source<{ name: string; unlogged: boolean }[]>`
    select queue_name as name, is_unlogged as unlogged from pgmq.meta`;
  for (const { name, unlogged } of queues) {
    if (unlogged) await target`select pgmq.create_unlogged(${name})`;
    else await target`select pgmq.create(${name})`;
  }
}

/** The missing ones, with the row security that they have. Their rights are compared with the others. */
async function createPartitions(source: Sql, target: Sql): Promise<void> {
  const partitions = await source<{ name: string; statement: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name,
      format('create table %I.%I partition of %I.%I %s', n.nspname, c.relname, pn.nspname, p.relname, pg_get_expr(c.relpartbound, c.oid))
        || case when c.relrowsecurity then format('; alter table %I.%I enable row level security', n.nspname, c.relname) else '' end
      as statement
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
    where c.relispartition and c.relkind = 'r'
    order by 1`;
  for (const { name, statement } of partitions) {
    const [found] = await target<{ exists: boolean }[]>`select to_regclass(${name}) is not null as exists`;
    if (!found?.exists) await target.script(statement);
  }
}
