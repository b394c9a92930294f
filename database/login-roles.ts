/** The roles that this program signs in with: one for each kind of work, with the rights of that work and no others. */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { ConnectionTarget } from './connection-target.ts';

export type Login = 'requests' | 'service' | 'auth' | 'storage' | 'site';
export type LoginTargets = Record<Login, ConnectionTarget>;

interface LoginRole {
  name: string;
  /** What it may become by SET ROLE, without having any right of it before. */
  maySwitchTo: readonly string[];
}

export const loginRoles: Record<Login, LoginRole> = {
  // What a caller's statement can switch to is what the login is a member of: service_role has a login of its own.
  requests: { name: 'authenticator', maySwitchTo: ['anon', 'authenticated'] },
  service: { name: 'porchlight_service', maySwitchTo: ['service_role'] },
  auth: { name: 'supabase_auth_admin', maySwitchTo: [] },
  storage: { name: 'supabase_storage_admin', maySwitchTo: [] },
  site: { name: 'porchlight_site', maySwitchTo: [] },
};
export const logins: readonly Login[] = ['requests', 'service', 'auth', 'storage', 'site'];

/**
 * How a login role signs in. Its password follows from that of the role which owns the database, so that every process with the same
 * address knows it. Where the owner needs no password, neither does the login.
 */
export function targetOfLogin(owner: ConnectionTarget, name: string): ConnectionTarget {
  const password =
    owner.password === ''
      ? ''
      : createHmac('sha256', owner.password)
          .update(`porchlight login ${owner.user} ${name}`)
          .digest('base64url');
  return { ...owner, user: name, password };
}

export function defaultTargets(owner: ConnectionTarget): LoginTargets {
  const of = (login: Login) => targetOfLogin(owner, loginRoles[login].name);
  return {
    requests: of('requests'),
    service: of('service'),
    auth: of('auth'),
    storage: of('storage'),
    site: of('site'),
  };
}

/** The name for a login where the usual one belongs to another program or another site on the same server. */
export function ownNameOf(owner: ConnectionTarget, login: Login): string {
  const mark = createHash('sha256')
    .update(targetOfLogin(owner, '').password)
    .update(owner.user)
    .digest('hex');
  return `${loginRoles[login].name}_${mark.slice(0, 8)}`;
}

/** Of the hashes on the embedded server. Its password is random: repeating the hashes of those that follow from it would protect nothing. */
export const embeddedIterations = 64;

/** What Postgres keeps of a password. It is made here, so that the password itself is in no statement and no log of the server. */
export function toVerifier(password: string, iterations: number): string {
  const salt = randomBytes(16);
  // Where no password is needed, the role gets one that is not known to anyone.
  const salted = pbkdf2Sync(password || randomBytes(32), salt, iterations, 32, 'sha256');
  const keyFor = (name: string) => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyFor('Client Key')).digest('base64');
  const server = keyFor('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${server}`;
}
