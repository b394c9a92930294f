-- What a database has, without its rows: two databases with the same objects answer the same. Left out: what belongs to an extension or to
-- a stand-in of one, and what is made while the site runs. $1: with the queries of views and functions, which versions of Postgres print
-- differently.
with mine as (
  select n.oid, n.nspname as schema from pg_namespace n
  where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and coalesce(obj_description(n.oid, 'pg_namespace'), '') not like 'Stand-in of Porchlight for the extension %'
    and not exists (select from pg_depend d where d.classid = 'pg_namespace'::regclass and d.objid = n.oid and d.deptype = 'e')
), relations as (
  select c.*, format('%I.%I', m.schema, c.relname) as name
  from pg_class c join mine m on m.oid = c.relnamespace
  where not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
), functions as (
  select p.*, format('%I.%I(%s)', m.schema, p.proname, pg_get_function_identity_arguments(p.oid)) as name
  from pg_proc p join mine m on m.oid = p.pronamespace
  where not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    and coalesce(obj_description(p.oid, 'pg_proc'), '') not like 'Stand-in of Porchlight for the extension %'
)
select 'the schema ' || quote_ident(schema) as name, '' as definition from mine
union all
select case relkind when 'v' then 'the view ' when 'm' then 'the materialized view ' when 'S' then 'the sequence ' else 'the table ' end || name,
  concat_ws(' ', relkind, relrowsecurity, relforcerowsecurity, relispartition, reloptions::text,
    case when $1::boolean and relkind in ('v', 'm') then md5(pg_get_viewdef(oid)) end)
from relations where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
union all
select format('the column %s.%I', r.name, a.attname),
  concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid))
from relations r join pg_attribute a on a.attrelid = r.oid left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
where r.relkind in ('r', 'p', 'f') and a.attnum > 0 and not a.attisdropped
union all
select format('the policy %I on %s', p.polname, r.name),
  concat_ws(' ', p.polcmd, p.polpermissive,
    (select string_agg(case role when 0 then 'public' else pg_get_userbyid(role) end, ',' order by pg_get_userbyid(role)::text) from unnest(p.polroles) role),
    pg_get_expr(p.polqual, p.polrelid), '/', pg_get_expr(p.polwithcheck, p.polrelid))
from pg_policy p join relations r on r.oid = p.polrelid
union all
select format('the trigger %I on %s', t.tgname, r.name), concat(t.tgenabled, pg_get_triggerdef(t.oid))
from pg_trigger t join relations r on r.oid = t.tgrelid where not t.tgisinternal
union all
select format('the constraint %I on %s', c.conname, r.name), pg_get_constraintdef(c.oid)
from pg_constraint c join relations r on r.oid = c.conrelid where c.contype in ('c', 'f', 'p', 'u', 'x')
union all
select format('the index %s', i.name), pg_get_indexdef(i.oid) from relations i where i.relkind in ('i', 'I')
union all
select 'the function ' || name, concat_ws(' ', prokind, prosecdef, provolatile, proconfig::text, md5(prosrc), prorettype::regtype,
    case when $1::boolean then md5(pg_get_function_sqlbody(oid)) end)
from functions
union all
select format('the type %I.%I', m.schema, t.typname),
  (select string_agg(e.enumlabel, ',' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)
from pg_type t join mine m on m.oid = t.typnamespace
where t.typtype in ('e', 'd') and not exists (select from pg_depend d where d.classid = 'pg_type'::regclass and d.objid = t.oid and d.deptype = 'e')
union all
select format('the publication %I', p.pubname), coalesce((
  select string_agg(format('%I.%I', t.schemaname, t.tablename), ',' order by t.schemaname, t.tablename)
  from pg_publication_tables t where t.pubname = p.pubname), '')
from pg_publication p
union all
-- Of the roles that requests run as: the rights of others follow from who owns the database.
select 'the rights on ' || given.name,
  string_agg(format('%s:%s', coalesce(r.rolname, 'public'), a.privilege_type), ',' order by r.rolname, a.privilege_type)
from (
  select name, coalesce(relacl, acldefault(case relkind when 'S' then 's'::"char" else 'r'::"char" end, relowner)) as acl from relations
  where relkind in ('r', 'p', 'v', 'm', 'S', 'f')
  union all
  select name, coalesce(proacl, acldefault('f', proowner)) from functions
  union all
  select format('%s.%I', r.name, a.attname), a.attacl from relations r join pg_attribute a on a.attrelid = r.oid where a.attacl is not null
  union all
  select quote_ident(m.schema), coalesce(n.nspacl, acldefault('n', n.nspowner)) from mine m join pg_namespace n on n.oid = m.oid
) as given cross join lateral aclexplode(given.acl) a left join pg_roles r on r.oid = a.grantee
where (a.grantee = 0 or r.rolname in ('anon', 'authenticated', 'service_role')) and a.privilege_type <> 'MAINTAIN'
group by given.name
