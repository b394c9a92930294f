/** Queries on the Postgres catalog. Each returns one JSON value per row; $1 are the wanted schemas. */

/** Those that the login may use. */
export const schemasQuery = `
select to_json(n.nspname)::text as value
from pg_namespace n
where n.nspname = any ($1) and not starts_with(n.nspname, 'pg_')
  and (pg_has_role(n.nspowner, 'usage') or has_schema_privilege(n.oid, 'create, usage'))`;

/** Tables include partitions and foreign tables. A view with INSTEAD triggers or rules can be written in all its columns. */
export const relationsQuery = `
select json_build_object(
  'id', c.oid::bigint,
  'schema', n.nspname,
  'name', c.relname,
  'kind', case c.relkind when 'r' then 'table' when 'p' then 'table' when 'f' then 'foreign table'
    when 'v' then 'view' else 'materialized view' end,
  'canInsert', c.relkind = 'v' and pg_relation_is_updatable(c.oid, true) & 8 = 8,
  'canUpdate', c.relkind = 'v' and pg_relation_is_updatable(c.oid, true) & 4 = 4,
  'columns', coalesce((
    select json_agg(json_build_object(
      'name', a.attname,
      'type', json_build_object('schema', tn.nspname, 'name', t.typname),
      'isNullable', not (a.attnotnull or (given.typtype = 'd' and given.typnotnull)),
      'isGenerated', a.attidentity = 'a' or a.attgenerated <> '',
      'hasDefault', a.attidentity <> '' or a.atthasdef,
      'isWritable', c.relkind = 'v' and (pg_column_is_updatable(c.oid, a.attnum, false) or own.replaces_writes)
    ) order by a.attnum)
    from pg_attribute a
    join pg_type given on given.oid = a.atttypid
    -- A domain counts as the type below it.
    join pg_type t on t.oid = case when given.typtype = 'd' then given.typbasetype else given.oid end
    join pg_namespace tn on tn.oid = t.typnamespace
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and (pg_has_role(c.relowner, 'usage')
        or has_column_privilege(c.oid, a.attnum, 'select, insert, update, references'))), '[]')
)::text as value
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
cross join lateral (
  select
    exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgtype & 64 <> 0 and g.tgtype & 20 <> 0 and not g.tgisinternal)
    or exists (
      select from pg_rewrite w
      where w.ev_class = c.oid and w.is_instead and w.ev_type in ('2', '3') and w.ev_qual::text = '<>') as replaces_writes
) own
where n.nspname = any ($1) and c.relkind in ('r', 'p', 'f', 'v', 'm')
  and (c.relkind not in ('r', 'p') or pg_has_role(c.relowner, 'usage')
    or has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger')
    or has_any_column_privilege(c.oid, 'select, insert, update, references'))`;

/** Defaults are counted along all arguments, also those of the result: a default behind one of these is not seen. */
export const routinesQuery = `
select json_build_object(
  'id', p.oid::bigint,
  'schema', n.nspname,
  'name', p.proname,
  'arguments', coalesce((
    select json_agg(json_build_object(
      'name', coalesce(p.proargnames[place], ''),
      'mode', coalesce(p.proargmodes[place]::text, 'i'),
      'typeId', coalesce(p.proallargtypes[place], p.proargtypes[place - 1])::bigint,
      'hasDefault', place > p.pronargs - p.pronargdefaults and place <= p.pronargs
    ) order by place)
    from generate_series(1, coalesce(cardinality(p.proallargtypes), p.pronargs::int)) as place), '[]'),
  'signature', pg_get_function_arguments(p.oid),
  'identity', pg_get_function_identity_arguments(p.oid),
  'result', pg_get_function_result(p.oid),
  'resultTypeId', p.prorettype::bigint,
  'resultRelationId', nullif(t.typrelid, 0)::bigint,
  'returnsSet', p.proretset,
  'returnsMany', p.proretset and p.prorows > 1
)::text as value
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type t on t.oid = p.prorettype
where n.nspname = any ($1) and p.prokind = 'f' and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)`;

/** The types of all schemas: a column may have any of them. */
export const typesQuery = `
select json_build_object(
  'id', t.oid::bigint,
  'schema', n.nspname,
  'name', t.typname,
  'displayName', format_type(t.oid, null),
  'choices', coalesce((select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid), '[]'),
  'attributes', case when c.relkind = 'c' then coalesce((
    select json_agg(json_build_object('name', a.attname, 'typeId', a.atttypid::bigint) order by a.attnum)
    from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') else '[]' end,
  'relationId', c.oid::bigint
)::text as value
from pg_type t
join pg_namespace n on n.oid = t.typnamespace
left join pg_class c on c.oid = t.typrelid
where c.oid is null or c.relkind in ('c', 'r', 'v', 'm', 'p', 'f')`;
