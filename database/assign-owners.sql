-- Run at every start, after our own migrations: sets the owners as on a Supabase project, and the rights of the logins. Only differences
-- are changed.
do $$
declare
  is_superuser boolean := (select rolsuper from pg_roles where rolname = current_user);
  -- Objects of the storage outside its own schema; everything else there belongs to the auth service.
  of_storage constant name[] := array['unclaimed_files', 'resumable_uploads', 'give_up_file', 'claim_file'];
  wanted record;
  named text;
begin
  -- A role that is not a superuser must be a member of another role to make it an owner and to change the object afterward.
  foreach named in array array['supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin'] loop
    if not pg_has_role(current_user, named, 'usage') then
      execute format('grant %I to current_user', named);
    end if;
  end loop;

  for wanted in
    select * from (values
      ('supabase_auth_admin', 'auth'), ('supabase_auth_admin', 'public'), ('supabase_auth_admin', 'extensions'),
      ('supabase_auth_admin', 'porchlight'),
      ('supabase_storage_admin', 'storage'), ('supabase_storage_admin', 'porchlight'), ('supabase_storage_admin', 'auth'),
      ('supabase_storage_admin', 'extensions'), ('supabase_storage_admin', 'public'),
      ('supabase_realtime_admin', 'realtime'), ('supabase_realtime_admin', 'auth'), ('supabase_realtime_admin', 'porchlight')
    ) as needs (role, schema)
  loop
    if not has_schema_privilege(wanted.role, wanted.schema, 'usage') then
      execute format('grant usage on schema %I to %I', wanted.schema, wanted.role);
    end if;
    -- Without a superuser, a new owner needs the right to create in the schema.
    if not is_superuser and wanted.schema in ('auth', 'storage', 'porchlight') and wanted.role <> 'supabase_realtime_admin'
      and not has_schema_privilege(wanted.role, wanted.schema, 'create') then
      execute format('grant create on schema %I to %I', wanted.schema, wanted.role);
    end if;
  end loop;

  -- Prepared statements have secret names: a caller that could read them could replace them.
  if is_superuser and has_function_privilege('public', 'pg_catalog.pg_prepared_statement()', 'execute') then
    revoke execute on function pg_catalog.pg_prepared_statement() from public;
  end if;

  -- The reader of a Supabase project: the admin area runs SQL that changes nothing with its rights.
  if is_superuser and exists (select from pg_roles where rolname = 'supabase_read_only_user') then
    if not (select rolbypassrls and rolinherit from pg_roles where rolname = 'supabase_read_only_user') then
      alter role supabase_read_only_user bypassrls inherit;
    end if;
    if not pg_has_role('supabase_read_only_user', 'pg_read_all_data', 'usage') then
      grant pg_read_all_data to supabase_read_only_user;
    end if;
  end if;

  for wanted in
    select * from (
      select format('table %s', c.oid::regclass) as object, c.relowner as owner, n.nspname as schema, c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname in ('auth', 'storage', 'porchlight')
        and (n.nspname, c.relname) <> ('porchlight', 'applied_migrations')
        -- The sequence of a column changes its owner with its table.
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))
      union all
      select format('function %s', p.oid::regprocedure), p.proowner, n.nspname, p.proname
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and n.nspname in ('auth', 'storage', 'porchlight')
      union all
      -- Not the records of Supabase's own service.
      select format('table %s', c.oid::regclass), c.relowner, n.nspname, c.relname
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'realtime' and c.relkind in ('r', 'p') and (c.relname like 'messages%' or c.relname = 'subscription')
    ) as found
    cross join lateral (
      select case
        when schema = 'realtime' then 'supabase_realtime_admin'
        when schema = 'storage' or schema = 'porchlight' and name = any (of_storage) then 'supabase_storage_admin'
        else 'supabase_auth_admin'
      end as role
    ) as belongs
    where owner <> role::regrole
  loop
    execute format('alter %s owner to %I', wanted.object, wanted.role);
  end loop;
end
$$;
