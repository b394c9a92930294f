/** Creates the login roles, and grants each what its work needs. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConnectionTarget } from './connection-target.ts';
import type { Database } from './database.ts';
import { DatabaseStartError, sqlStateOf } from './errors.ts';
import { type LoginTargets, logins } from './login-roles.ts';
import { lockMigrations } from './migration-journal.ts';
import { type LoginPlan, planLogins, trySignIn } from './plan-logins.ts';
import { retryOnCollision, runOwnSqlFile } from './run-sql-file.ts';

type Preparable = Pick<Database, 'sql' | 'transaction'>;

interface Server {
  owner: ConnectionTarget;
  /** The iterations of the password hashes. */
  iterations: number;
}

/** The roles whose rights the database owner must be able to grant. */
const grantableRoles = [
  'anon',
  'authenticated',
  'service_role',
  'supabase_auth_admin',
  'supabase_storage_admin',
  'supabase_realtime_admin',
];

/** A database owner that may not create or grant roles needs all of them before the first migration. */
export async function requireRoles({ sql }: Preparable, { owner, iterations }: Server): Promise<void> {
  // Before Postgres 16, a role with CREATEROLE may grant all roles but superusers.
  const [may] = await sql<{ make: boolean; handOn: boolean }[]>`
    select me.rolsuper or me.rolcreaterole as make,
      me.rolsuper or me.rolcreaterole and current_setting('server_version_num')::int < 160000 or not exists (
        select from pg_roles r where r.rolname = any (${grantableRoles}) and not pg_has_role(r.oid, 'member with admin option')
      ) as "handOn"
    from pg_roles me where me.rolname = current_user`;
  if (may?.make && may.handOn) return;
  const { statements } = await planLogins(sql, owner, iterations);
  if (statements.length > 0 || !may?.handOn) throw await refused(sql, statements);
}

/** Runs after the migrations. When everything is in order, it only reads. */
export async function prepareLogins(database: Preparable, server: Server): Promise<LoginTargets> {
  const path = join(import.meta.dirname, 'assign-owners.sql');
  const text = await readFile(path, 'utf8');
  await retryOnCollision(() =>
    database.transaction(async (sql) => {
      await lockMigrations(sql);
      await runOwnSqlFile(sql, { path, text });
    }),
  );
  let plan: LoginPlan | undefined;
  await retryOnCollision(async () => {
    plan = await planLogins(database.sql, server.owner, server.iterations);
    const { statements } = plan;
    if (statements.length === 0) return;
    await database
      .transaction(async (sql) => {
        await lockMigrations(sql);
        await sql.script(statements.join(';\n'));
      })
      .catch(async (cause: unknown) => {
        throw sqlStateOf(cause) === '42501' ? await refused(database.sql, statements, cause) : cause;
      });
  });
  if (plan === undefined) throw new Error('The logins were not planned.');
  await requireSignIn(plan);
  return plan.targets;
}

async function requireSignIn({ targets, tried }: LoginPlan): Promise<void> {
  const untried = logins.filter((login) => !tried.has(login));
  const refused = await Promise.all(
    untried.map(async (login) => ({ name: targets[login].user, state: await trySignIn(targets[login]) })),
  ).then((all) => all.filter(({ state }) => state !== undefined));
  if (refused.length === 0) return;
  const names = refused.map(({ name, state }) => `${name} (${state})`).join(', ');
  throw new DatabaseStartError(
    `The server does not let our own roles sign in: ${names}. Requests run as these and not as the role of DATABASE_URL. ` +
      'Admit them in its pg_hba.conf by password (scram-sha-256), give that role a password in DATABASE_URL, and with a pooler in ' +
      'between, let it know them, or set DATABASE_URL to the server itself.',
  );
}

async function refused(sql: Preparable['sql'], statements: string[], cause?: unknown) {
  const [me] = await sql<{ name: string }[]>`select quote_ident(current_user) as name`;
  const block = [...statements, `grant ${grantableRoles.join(', ')} to ${me?.name} with admin option`];
  return new DatabaseStartError(
    `The role of DATABASE_URL may not make the roles that requests run as. Run this once as a superuser of that server, and start again:\n\n${block.join(';\n')};\n`,
    { cause },
  );
}
