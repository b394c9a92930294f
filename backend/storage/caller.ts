import type { Connections } from '../../database/database.ts';
import type { ReadCredential } from '../identity/api-keys.ts';
import { type Claims, TokenError } from '../identity/key-ring.ts';
import { type DatabaseRole, isDatabaseRole } from '../identity/roles.ts';
import { accessDenied, type StorageError } from './storage-error.ts';

/** Who asks, as the database is told. */
export interface Caller {
  role: DatabaseRole;
  claims: Claims;
  /** The user, who becomes the owner of what they upload. */
  owner: string | undefined;
}

/** Throws for a token that is not good, and for none at all: the storage has no callers without a key, only public files. */
export type IdentifyCaller = (headers: Headers) => Promise<Caller>;

export interface CallerOptions {
  database: Pick<Connections, 'sql'>;
  readCredential: ReadCredential;
  /** `iss` and `aud` of the tokens that users have. */
  issuer: string;
  audience: string;
  nowSeconds: () => number;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function createIdentifyCaller(options: CallerOptions): IdentifyCaller {
  const requireLiveSession = createLiveSessions(options.database);
  return async (headers) => {
    const bearer = /^bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
    const claims = verify(options, bearer ?? headers.get('apikey') ?? '');
    requireOwnToken(claims, options);
    const role = claims.role ?? 'anon';
    if (!isDatabaseRole(role)) throw accessDenied('this role is not known');
    const owner = typeof claims.sub === 'string' ? claims.sub : undefined;
    if (owner !== undefined) await requireLiveSession(owner, claims.session_id);
    return { role, claims: { ...claims, role }, owner };
  };
}

export function hasCredential(headers: Headers): boolean {
  return headers.has('authorization') || headers.has('apikey');
}

function verify({ readCredential, nowSeconds }: CallerOptions, credential: string): Claims {
  try {
    return readCredential(credential, nowSeconds());
  } catch (error) {
    if (error instanceof TokenError) throw toRefusal(error, credential);
    throw error;
  }
}

/** In the words of the library that Supabase Storage checks tokens with. */
function toRefusal(error: TokenError, credential: string): StorageError {
  if (credential.startsWith('sb_')) return accessDenied('Invalid API key', { cause: error });
  if (error.message.includes('expired'))
    return accessDenied('"exp" claim timestamp check failed', { cause: error });
  if (error.message.includes('not valid yet'))
    return accessDenied('"nbf" claim timestamp check failed', { cause: error });
  if (credential.split('.').length !== 3) return accessDenied('Invalid Compact JWS', { cause: error });
  return accessDenied('signature verification failed', { cause: error });
}

/** Our secret may sign tokens for other purposes: a user's token also names us, our audience and its end. */
function requireOwnToken(claims: Claims, { issuer, audience }: CallerOptions): void {
  if (claims.sub === undefined && claims.role !== 'authenticated') return;
  if (typeof claims.sub !== 'string' || !uuid.test(claims.sub)) throw accessDenied('missing sub claim');
  if (claims.session_id !== undefined && !uuid.test(String(claims.session_id)))
    throw accessDenied('unexpected "session_id" claim value');
  if (claims.iss !== issuer) throw accessDenied('unexpected "iss" claim value');
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  if (!audiences.includes(audience)) throw accessDenied('unexpected "aud" claim value');
  if (typeof claims.exp !== 'number') throw accessDenied('missing required "exp" claim');
}

/** How long a session that was seen alive is taken to live. */
const lookAgainMs = 5000;
const mostKept = 10_000;

/** A token is good by itself until it ends; its session may have ended before: by a sign-out, a new password, a ban. */
function createLiveSessions({ sql }: CallerOptions['database']) {
  const seenAt = new Map<string, number>();
  return async (user: string, session: unknown): Promise<void> => {
    if (typeof session !== 'string' || session === '') return;
    const seen = seenAt.get(session);
    if (seen !== undefined && performance.now() - seen < lookAgainMs) return;
    const found = await sql`
      select where auth.is_session_alive(${session}::uuid, ${user}::uuid)`;
    seenAt.delete(session);
    if (found.length === 0) throw accessDenied('Session from session_id claim in JWT does not exist');
    const [oldest] = seenAt.keys();
    if (seenAt.size >= mostKept && oldest !== undefined) seenAt.delete(oldest);
    seenAt.set(session, performance.now());
  };
}
