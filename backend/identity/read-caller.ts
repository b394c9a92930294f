import { BoundedMap } from '../http/bounded-map.ts';
import type { ReadCredential } from './api-keys.ts';
import { type Application, applicationRefusal, mayApplication, type Use } from './applications.ts';
import type { Claims } from './key-ring.ts';
import { type DatabaseRole, isAdminRole, isDatabaseRole } from './roles.ts';

/** The caller, as an API key or an access token identifies it. */
export interface Caller {
  /** The role of the token; `requireDataCaller` checks that the database has it. */
  role: unknown;
  claims: Claims;
  /** The value of `request.jwt.claims` in the database. */
  claimsText: string;
  /** Of a user's token: the user, the session, and the assurance level. */
  user: string | undefined;
  session: string | undefined;
  assurance: string | undefined;
  /** The application that received the token. */
  application: Application | undefined;
  /** An API key, not a user's token. */
  isKey: boolean;
  /** Whether the token is for this project, as API keys are. Other tokens have the audience that X-JWT-AUD named at sign-up. */
  hasOwnAudience: boolean;
}

/** A caller of rest, storage, realtime or functions. */
export interface DataCaller extends Caller {
  role: DatabaseRole;
}

/** Why a token with a valid signature is rejected. */
export type CallerFault =
  | 'no-subject'
  | 'bad-subject'
  | 'bad-session'
  | 'session-ended'
  | 'other-issuer'
  | 'other-audience'
  | 'no-expiry'
  | 'unknown-role'
  | 'application';

export class CallerError extends Error {
  override name = 'CallerError';
  readonly reason: CallerFault;

  constructor(reason: CallerFault, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Throws TokenError for an invalid credential, and CallerError for a token that was made for another purpose. */
export type ReadCaller = (credential: string, nowSeconds: number) => Caller;

/** Verified tokens, so that a page with ten requests has its token read once. */
const maxEntries = 1000;

export function createReadCaller(options: {
  readCredential: ReadCredential;
  /** `iss` and `aud` of users' tokens. */
  issuer: string;
  audience: string;
}): ReadCaller {
  const cache = new BoundedMap<{ caller: Caller; until: number }>(maxEntries);
  return (credential, nowSeconds) => {
    const known = cache.get(credential);
    if (known !== undefined && nowSeconds < known.until) return known.caller;
    const claims = options.readCredential(credential, nowSeconds);
    requireOwnToken(claims, options.issuer);
    const caller = toCaller(claims, options.audience);
    cache.set(credential, { caller, until: typeof claims.exp === 'number' ? claims.exp : Infinity });
    return caller;
  };
}

/** The token of an Authorization header. */
export function readBearerToken(headers: Headers): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** A caller with a role that the database has. */
export function requireDataCaller(caller: Caller, use: Exclude<Use, { service: 'auth' }>): DataCaller {
  if (!caller.hasOwnAudience) throw new CallerError('other-audience', 'token has another audience');
  if (!hasDatabaseRole(caller)) {
    const name = typeof caller.role === 'string' ? caller.role : JSON.stringify(caller.role);
    throw new CallerError('unknown-role', `permission denied to set role "${name}"`);
  }
  if (caller.application !== undefined && !mayApplication(use))
    throw new CallerError('application', applicationRefusal);
  return caller;
}

function hasDatabaseRole(caller: Caller): caller is DataCaller {
  return isDatabaseRole(caller.role);
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** Our secret may sign tokens for other purposes: a user's token also needs our issuer and an expiry. */
function requireOwnToken(claims: Claims, issuer: string): void {
  const { sub, iss, exp } = claims;
  if (isKey(claims)) return;
  if (typeof sub !== 'string' || sub === '') throw new CallerError('no-subject', 'token has no subject');
  if (!isUuid(sub)) throw new CallerError('bad-subject', 'token has a subject that is not a UUID');
  if (iss !== issuer) throw new CallerError('other-issuer', 'token has another issuer');
  if (typeof exp !== 'number') throw new CallerError('no-expiry', 'token has no expiry');
  const session = sessionOf(claims);
  if (session !== undefined && !isUuid(String(session)))
    throw new CallerError('bad-session', 'token has a session that is not a UUID');
}

/** Not a user's token. Admin API keys have always been made with any subject. */
function isKey(claims: Claims): boolean {
  const { sub, role } = claims;
  return (
    (isAdminRole(role) || (sub === undefined && role !== 'authenticated')) && sessionOf(claims) === undefined
  );
}

function toCaller(claims: Claims, audience: string): Caller {
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  const role = claims.role ?? 'anon';
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    role,
    claims,
    claimsText: JSON.stringify({ ...claims, role }),
    user: typeof claims.sub === 'string' && isUuid(claims.sub) ? claims.sub : undefined,
    session: text(sessionOf(claims)),
    assurance: text(claims.aal),
    application: toApplication(claims),
    isKey: isKey(claims),
    hasOwnAudience: isKey(claims) || audiences.includes(audience),
  };
}

/** Supabase writes a UUID of zeros for no session. */
function sessionOf({ session_id: id }: Claims): unknown {
  return id === null || (typeof id === 'string' && /^[0-]*$/.test(id)) ? undefined : id;
}

function toApplication({ client_id: id, scope }: Claims): Application | undefined {
  if (id === undefined || id === null || id === '') return undefined;
  return { id: String(id), scope: typeof scope === 'string' ? scope : '' };
}
