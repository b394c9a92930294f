import type { ConnectionTarget } from './connection-target.ts';
import type { Sql } from './database.ts';
import { openConnection } from './driver/connection.ts';
import { noTimeLimits } from './driver/open-client.ts';
import { sqlStateOf } from './errors.ts';
import {
  type Login,
  type LoginTargets,
  loginRoles,
  logins,
  ownNameOf,
  targetOfLogin,
  toVerifier,
} from './login-roles.ts';

export interface LoginPlan {
  targets: LoginTargets;
  /** Statements that must run before all logins can sign in. */
  statements: string[];
  /** Logins that have signed in already. */
  tried: Set<Login>;
}

interface RoleState {
  name: string;
  canLogin: boolean;
  memberOf: string[];
}

/** Every role that the migrations create or grant something to. */
const plainRoles = [
  'anon',
  'authenticated',
  'authenticator',
  'dashboard_user',
  'supabase_admin',
  'supabase_auth_admin',
  'supabase_storage_admin',
  'supabase_realtime_admin',
  'porchlight_service',
  'porchlight_site',
];
const wrongPassword = '28P01';

/** Determines what the logins need. A role that another program uses is left unchanged: then we use a role with a different name. */
export async function planLogins(sql: Sql, owner: ConnectionTarget, iterations: number): Promise<LoginPlan> {
  const names = logins.flatMap((login) => [loginRoles[login].name, ownNameOf(owner, login)]);
  const states = await readRoles(sql, [...names, ...plainRoles, 'service_role']);
  const statements = [
    ...plainRoles.filter((name) => !states.has(name)).map((name) => `create role ${name} nologin noinherit`),
    ...(states.has('service_role') ? [] : ['create role service_role nologin noinherit bypassrls']),
  ];
  const refusals = await tryDefaultRoles(owner, states);
  // Such a role has a password of another program.
  const isForeign = (login: Login) => refusals.get(login) === wrongPassword;
  // In a fixed order, so that two processes that create the same roles do not deadlock.
  const target = (login: Login): ConnectionTarget => {
    const defaultRole = targetOfLogin(owner, loginRoles[login].name);
    if (!isForeign(login)) {
      const verifier = toVerifier(defaultRole.password, iterations);
      statements.push(...openDefaultRole(login, states.get(defaultRole.user), verifier));
      return defaultRole;
    }
    const own = targetOfLogin(owner, ownNameOf(owner, login));
    statements.push(
      ...openOwnRole(login, own.user, states.get(own.user), toVerifier(own.password, iterations)),
    );
    return own;
  };
  const targets: LoginTargets = {
    requests: target('requests'),
    service: target('service'),
    auth: target('auth'),
    storage: target('storage'),
    realtime: target('realtime'),
    site: target('site'),
  };
  const hasSignedIn = (login: Login) => refusals.has(login) && refusals.get(login) === undefined;
  return { targets, statements, tried: new Set(logins.filter(hasSignedIn)) };
}

/** Signs in as each default role that may: undefined, or the SQLSTATE of the refusal. */
async function tryDefaultRoles(
  owner: ConnectionTarget,
  states: Map<string, RoleState>,
): Promise<Map<Login, string | undefined>> {
  const existing = logins.filter((login) => states.get(loginRoles[login].name)?.canLogin);
  return new Map(
    await Promise.all(
      existing.map(
        async (login) => [login, await trySignIn(targetOfLogin(owner, loginRoles[login].name))] as const,
      ),
    ),
  );
}

function openDefaultRole(login: Login, state: RoleState | undefined, verifier: string): string[] {
  const { name, maySwitchTo } = loginRoles[login];
  const memberOf = state?.memberOf ?? [];
  return [
    ...(state?.canLogin ? [] : [`alter role ${name} login password '${verifier}'`]),
    ...maySwitchTo.filter((role) => !memberOf.includes(role)).map((role) => `grant ${role} to ${name}`),
    // Older versions made it a member, as PostgREST requires.
    ...(login === 'requests' && memberOf.includes('service_role')
      ? [`revoke service_role from ${name}`]
      : []),
  ];
}

function openOwnRole(login: Login, name: string, state: RoleState | undefined, verifier: string): string[] {
  const { name: defaultRole, maySwitchTo, hasRights } = loginRoles[login];
  const memberOf = state?.memberOf ?? [];
  const wanted = [...(hasRights ? [defaultRole] : []), ...maySwitchTo];
  return [
    ...(state?.canLogin
      ? []
      : [`create role ${name} login ${hasRights ? 'inherit' : 'noinherit'} password '${verifier}'`]),
    ...wanted.filter((role) => !memberOf.includes(role)).map((role) => `grant ${role} to ${name}`),
  ];
}

async function readRoles(sql: Sql, names: string[]): Promise<Map<string, RoleState>> {
  const rows = await sql<RoleState[]>`
    select r.rolname as name, r.rolcanlogin as "canLogin",
      array(select g.rolname::text from pg_auth_members m join pg_roles g on g.oid = m.roleid where m.member = r.oid) as "memberOf"
    from pg_roles r where r.rolname = any (${names})`;
  return new Map(rows.map((row) => [row.name, row]));
}

/** Undefined, or the SQLSTATE of the refusal. Errors that are not about the role are thrown. */
export async function trySignIn(target: ConnectionTarget): Promise<string | undefined> {
  try {
    const connection = await openConnection(target, noTimeLimits);
    connection.destroy();
    return undefined;
  } catch (error) {
    const state = sqlStateOf(error);
    if (state === undefined || !(state.startsWith('28') || state === '08P01')) throw error;
    return state;
  }
}
