/** The login roles of this program: one for each kind of work, with only the rights it needs. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { ConnectionTarget } from './connection-target.ts';

export type Login = 'requests' | 'service' | 'auth' | 'storage' | 'realtime' | 'site';
export type LoginTargets = Record<Login, ConnectionTarget>;

interface LoginRole {
  name: string;
  /** The roles it may switch to by SET ROLE, without inheriting their rights. */
  maySwitchTo: readonly string[];
  /** Whether it has rights of its own, which a login with another name must inherit. */
  hasRights: boolean;
}

export const loginRoles: Record<Login, LoginRole> = {
  // A caller's statement can switch to the roles of its login: service_role has a separate login.
  requests: { name: 'authenticator', maySwitchTo: ['anon', 'authenticated'], hasRights: false },
  service: { name: 'porchlight_service', maySwitchTo: ['service_role'], hasRights: false },
  auth: { name: 'supabase_auth_admin', maySwitchTo: [], hasRights: true },
  storage: { name: 'supabase_storage_admin', maySwitchTo: [], hasRights: true },
  // The policies of private channels are asked as the caller, about a row that only this role may insert.
  realtime: { name: 'supabase_realtime_admin', maySwitchTo: ['anon', 'authenticated'], hasRights: true },
  site: { name: 'porchlight_site', maySwitchTo: [], hasRights: true },
};
export const logins: readonly Login[] = ['requests', 'service', 'auth', 'storage', 'realtime', 'site'];

/**
 * The connection of a login role. Its password is derived from the database owner's, so that every process with the same URL knows it. If
 * the owner needs no password, neither does the login.
 */
export function targetOfLogin(owner: ConnectionTarget, name: string): ConnectionTarget {
  const password =
    owner.password === ''
      ? ''
      : createHmac('sha256', owner.password)
          .update(`porchlight login ${owner.user} ${name}`)
          .digest('base64url');
  return { ...(owner.viaPooler ?? owner), user: name, password };
}

export function defaultTargets(owner: ConnectionTarget): LoginTargets {
  const of = (login: Login) => targetOfLogin(owner, loginRoles[login].name);
  return {
    requests: of('requests'),
    service: of('service'),
    auth: of('auth'),
    storage: of('storage'),
    realtime: of('realtime'),
    site: of('site'),
  };
}

/** The name of a login if the default one belongs to another program or site on the same server. */
export function ownNameOf(owner: ConnectionTarget, login: Login): string {
  const mark = createHash('sha256')
    .update(targetOfLogin(owner, '').password)
    .update(owner.user)
    .digest('hex');
  return `${loginRoles[login].name}_${mark.slice(0, 8)}`;
}

/** The hash iterations on the embedded server. Its password is random, so more iterations would protect nothing. */
export const embeddedIterations = 64;

/** The least that other programs accept (RFC 7677), and the default of Postgres. */
export const serverIterations = 4096;

/** The SCRAM verifier of a password. It is computed here, so that the password itself is in no statement and no server log. */
export function toVerifier(password: string, iterations: number): string {
  const salt = randomBytes(16);
  // When no password is needed, the role gets an unknown one.
  const salted = pbkdf2Sync(password || randomBytes(32), salt, iterations, 32, 'sha256');
  const keyFor = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyFor('Client Key')).digest('base64');
  const server = keyFor('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${server}`;
}
