/** Queries on the Postgres catalog. Each returns one JSON value per row; the search path is empty, so types include their schema. */

const roles = `array['anon', 'authenticated', 'service_role']`;

/** $1: the exposed schemas. */
export const tablesQuery = `
select json_build_object(
  'schema', n.nspname,
  'name', c.relname,
  'description', pg_catalog.obj_description(c.oid, 'pg_class'),
  'isView', c.relkind in ('v', 'm'),
  'hasRowSecurity', c.relrowsecurity,
  'canInsert', c.relkind in ('r', 'p') or (c.relkind in ('v', 'f') and pg_relation_is_updatable(c.oid, true) & 8 = 8),
  'canUpdate', c.relkind in ('r', 'p') or (c.relkind in ('v', 'f') and pg_relation_is_updatable(c.oid, true) & 4 = 4),
  'canDelete', c.relkind in ('r', 'p') or (c.relkind in ('v', 'f') and pg_relation_is_updatable(c.oid, true) & 16 = 16),
  'primaryKey', coalesce((
    select json_agg(a.attname order by a.attname) from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
    where k.conrelid = c.oid and k.contype = 'p'), '[]'),
  'roles', (
    select coalesce(json_agg(r), '[]') from unnest(${roles}) r
    where exists (select from pg_roles where rolname = r)
      and (has_table_privilege(r, c.oid, 'select, insert, update, delete') or has_any_column_privilege(r, c.oid, 'select, insert, update'))
      and has_schema_privilege(r, n.oid, 'usage')),
  'columns', coalesce((
    select json_agg(json_build_object(
      'name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod),
      'baseType', case
        when t.typtype = 'd' and b.typnamespace = 'pg_catalog'::regnamespace then format_type(b.oid, null)
        when t.typnamespace = 'pg_catalog'::regnamespace then format_type(a.atttypid, null)
        else format_type(a.atttypid, a.atttypmod) end,
      'isNullable', not (a.attnotnull or (t.typtype = 'd' and t.typnotnull)),
      'default', case
        when d.adbin is null and t.typdefaultbin is not null then pg_get_expr(t.typdefaultbin, 0)
        when a.attidentity = 'd' then format('nextval(%L)', pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
        when a.attgenerated <> '' then null
        else pg_get_expr(d.adbin, d.adrelid) end,
      'maxLength', case when coalesce(b.oid, t.oid) in ('bpchar'::regtype, 'varchar'::regtype) and coalesce(nullif(t.typtypmod, -1), a.atttypmod) > 4
        then coalesce(nullif(t.typtypmod, -1), a.atttypmod) - 4 end,
      'choices', coalesce((select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = coalesce(b.oid, t.oid)), '[]'),
      'description', pg_catalog.col_description(c.oid, a.attnum)
    ) order by a.attnum)
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    left join pg_type b on t.typtype = 'd' and b.oid = t.typbasetype
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]')
)::text as value
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition and n.nspname = any ($1)
order by n.nspname, c.relname`;

/** Every foreign key, and whether its columns are unique, which makes it one-to-one. */
export const foreignKeysQuery = `
select json_build_object(
  'table', json_build_object('schema', n.nspname, 'name', c.relname),
  'foreign', json_build_object('schema', fn.nspname, 'name', fc.relname),
  'constraint', k.conname,
  'isUnique', exists (
    select from pg_constraint u where u.conrelid = k.conrelid and u.contype in ('p', 'u')
      and u.conkey @> k.conkey and u.conkey <@ k.conkey),
  'columns', (
    select json_agg(json_build_array(a.attname, fa.attname) order by place)
    from unnest(k.conkey, k.confkey) with ordinality as pairs (own, foreign_column, place)
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = own
    join pg_attribute fa on fa.attrelid = k.confrelid and fa.attnum = foreign_column)
)::text as value
from pg_constraint k
join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
join pg_class fc on fc.oid = k.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
where k.contype = 'f' and k.conparentid = 0
order by n.nspname, c.relname, k.conname`;

/** Functions from a row of one relation to rows of another. */
export const computedQuery = `
select json_build_object(
  'function', json_build_object('schema', pn.nspname, 'name', p.proname),
  'table', json_build_object('schema', n.nspname, 'name', c.relname),
  'foreign', json_build_object('schema', fn.nspname, 'name', fc.relname),
  'isToOne', not p.proretset or p.prorows = 1
)::text as value
from pg_proc p
join pg_namespace pn on pn.oid = p.pronamespace
join pg_class c on c.reltype = p.proargtypes[0] and c.relkind in ('r', 'v', 'm', 'f', 'p') join pg_namespace n on n.oid = c.relnamespace
join pg_class fc on fc.reltype = p.prorettype and fc.relkind in ('r', 'v', 'm', 'f', 'p') join pg_namespace fn on fn.oid = fc.relnamespace
where p.pronargs = 1 and p.prokind = 'f'`;

/** $1: the exposed schemas. Includes functions with named arguments, and those with a single unnamed argument that takes a whole body. */
export const routinesQuery = `
with inputs as (
  select p.oid, i.place, coalesce(p.proargnames[i.place], '') as name,
    coalesce(p.proallargtypes[i.place], p.proargtypes[i.place - 1]) as type,
    coalesce(p.proargmodes[i.place]::text, 'i') as mode,
    row_number() over (partition by p.oid order by i.place) as number
  from pg_proc p, generate_series(1, coalesce(array_length(p.proallargtypes, 1), p.pronargs::int)) as i (place)
  where p.pronamespace in (select oid from pg_namespace where nspname = any ($1))
    and coalesce(p.proargmodes[i.place]::text, 'i') in ('i', 'b', 'v')
)
select json_build_object(
  'schema', n.nspname,
  'name', p.proname,
  'description', pg_catalog.obj_description(p.oid, 'pg_proc'),
  'parameters', coalesce(a.parameters, '[]'),
  'returns', json_build_object('schema', rn.nspname, 'name', coalesce(rc.relname, t.typname)),
  'returnsSet', p.proretset,
  'returnsComposite', t.typtype = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false),
  'isVolatile', p.provolatile = 'v',
  'roles', (
    select coalesce(json_agg(r), '[]') from unnest(${roles}) r
    where exists (select from pg_roles where rolname = r)
      and has_function_privilege(r, p.oid, 'execute') and has_schema_privilege(r, n.oid, 'usage'))
)::text as value
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type given on given.oid = p.prorettype
join pg_type t on t.oid = case when given.typtype = 'd' then given.typbasetype else given.oid end
join pg_namespace rn on rn.oid = t.typnamespace
left join pg_class rc on rc.oid = t.typrelid
left join lateral (
  select
    json_agg(json_build_object(
      'name', i.name,
      'type', i.type::regtype::text,
      'callType', case i.type
        when 'bit'::regtype then 'bit varying' when 'bit[]'::regtype then 'bit varying[]'
        when 'character'::regtype then 'character varying' when 'character[]'::regtype then 'character varying[]'
        else i.type::regtype::text end,
      'isRequired', i.number <= p.pronargs - p.pronargdefaults,
      'isVariadic', i.mode = 'v'
    ) order by i.place) as parameters,
    count(*) filter (where i.name = '') as unnamed,
    bool_and(i.type in ('bytea'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text'::regtype, 'xml'::regtype)) filter (where i.name = '') as takes_body
  from inputs i where i.oid = p.oid
) a on true
where p.prokind = 'f' and n.nspname = any ($1) and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
  and (a.unnamed is null or a.unnamed = 0 or (a.unnamed = 1 and a.takes_body))
order by n.nspname, p.proname, p.pronargs, p.oid`;

/** $1: the exposed schemas. Views with their parse tree, which tells the source of each column. */
export const viewsQuery = `
select c.oid::text as id, n.nspname as schema, c.relname as name, n.nspname = any ($1) as exposed, r.ev_action::text as tree,
  (select json_object_agg(a.attnum, a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema')`;

/** Primary and foreign keys by object and column numbers, as the parse trees of views use them. */
export const keysQuery = `
select json_build_object(
  'kind', k.contype, 'constraint', k.conname,
  'table', json_build_object('schema', n.nspname, 'name', c.relname),
  'tableId', k.conrelid::text, 'columns', k.conkey,
  'foreignId', k.confrelid::text, 'foreignColumns', k.confkey
)::text as value
from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
where k.contype in ('p', 'f') and k.conparentid = 0 and n.nspname not in ('pg_catalog', 'information_schema')
order by n.nspname, c.relname, k.conname`;

/** Without settings that only a superuser may set, which the login of requests is not. */
export const roleSettingsQuery = `
select r.rolname as role, split_part(entry, '=', 1) as name, substr(entry, strpos(entry, '=') + 1) as value
from pg_db_role_setting s join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) as entry
where r.rolname in ('authenticator', 'anon', 'authenticated', 'service_role')
  and (s.setdatabase = 0 or s.setdatabase = (select oid from pg_database where datname = current_database()))
  and not exists (select from pg_settings p where p.name = lower(split_part(entry, '=', 1)) and p.context <> 'user')
order by s.setdatabase`;
