import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../../../tests/harness/database/servers.ts';

describeOnEveryServer('the login of realtime', (server) => {
  /** As what the connections sign in. On a shared server it may have a name of its own. */
  const login = async () => {
    const [row] = await server().database.realtime.sql<{ name: string }[]>`select session_user::text as name`;
    return row?.name ?? '';
  };

  it('has no rights over the server, and becomes no role but those of callers', async () => {
    const [role] = await server().database.sql`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
        array(
          select g.rolname::text from pg_roles g
          where g.rolname not in (r.rolname, 'supabase_realtime_admin') and pg_has_role(r.oid, g.oid, 'member') order by 1
        ) as becomes
      from pg_roles r where rolname = ${await login()}`;
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      becomes: ['anon', 'authenticated'],
    });
  });

  it('reads and writes no table outside its schema', async () => {
    const tables = await server().database.sql`
      select c.oid::regclass::text as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^(pg_|information_schema$|realtime$)'
        and has_schema_privilege('supabase_realtime_admin', n.oid, 'usage')
        and has_table_privilege('supabase_realtime_admin', c.oid, 'select, insert, update, delete, truncate')`;
    expect(tables).toEqual([]);
  });

  it('calls no function with the rights of others but the one that knows whether a session is alive', async () => {
    const functions = await server().database.sql<{ name: string }[]>`
      select p.oid::regprocedure::text as name
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where p.prosecdef and p.prorettype <> 'trigger'::regtype and n.nspname !~ '^pg_'
        and has_schema_privilege('supabase_realtime_admin', n.oid, 'usage')
        and has_function_privilege('supabase_realtime_admin', p.oid, 'execute')`;
    expect(functions.map(({ name }) => name)).toEqual(['auth.is_session_alive(uuid,uuid)']);
  });
});
