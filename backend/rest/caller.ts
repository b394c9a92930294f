import type { ReadCredential } from '../identity/api-keys.ts';
import { type Claims, TokenError } from '../identity/key-ring.ts';
import { type DatabaseRole, isDatabaseRole } from '../identity/roles.ts';
import { RestError } from './rest-error.ts';

/** Who asks, as the database is told. */
export interface Caller {
  role: DatabaseRole;
  /** What `request.jwt.claims` says. */
  claimsText: string;
  /** Of a user's token: whose it is and in which session. */
  user?: string | undefined;
  session?: string | undefined;
}

export type IdentifyCaller = (headers: Headers) => Caller;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tokens that were found good, so that a page that asks ten things has its token checked once. */
const mostKept = 1000;

export function createIdentifyCaller(options: {
  readCredential: ReadCredential;
  issuer: string;
  audience: string;
  nowSeconds: () => number;
}): IdentifyCaller {
  const kept = new Map<string, { caller: Caller; until: number }>();
  const nobody: Caller = { role: 'anon', claimsText: JSON.stringify({ role: 'anon' }) };

  return (headers) => {
    const credential = readBearer(headers) ?? headers.get('apikey') ?? '';
    if (credential === '') return nobody;
    const now = options.nowSeconds();
    const known = kept.get(credential);
    if (known !== undefined && now < known.until) return known.caller;
    const claims = verify(options.readCredential, credential, now);
    requireOwnToken(claims, options);
    const caller = toCaller(claims);
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
    kept.set(credential, { caller, until: typeof claims.exp === 'number' ? claims.exp : Infinity });
    return caller;
  };
}

/** An Authorization of another kind is somebody else's business, as it is with PostgREST. */
function readBearer(headers: Headers): string | undefined {
  const header = headers.get('Authorization');
  if (header === null) return undefined;
  const [, token] = /^bearer\s*(.*)$/i.exec(header) ?? [];
  if (token === '') throw notValid('PGRST301', 'Empty JWT is sent in Authorization header');
  return token;
}

function verify(readCredential: ReadCredential, credential: string, now: number): Claims {
  try {
    return readCredential(credential, now);
  } catch (error) {
    if (error instanceof TokenError) throw toRestError(error, credential);
    throw error;
  }
}

/** Our secret may sign tokens for other purposes: a user's token also names us, our audience and its end. */
function requireOwnToken(claims: Claims, { issuer, audience }: { issuer: string; audience: string }): void {
  if (claims.sub === undefined && claims.role !== 'authenticated') return;
  if (typeof claims.sub !== 'string' || !uuid.test(claims.sub))
    throw notValid('PGRST303', 'JWT has no subject');
  if (claims.session_id !== undefined && !uuid.test(String(claims.session_id)))
    throw notValid('PGRST303', 'JWT has no session');
  if (claims.iss !== issuer) throw notValid('PGRST303', 'JWT has another issuer');
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  if (!audiences.includes(audience)) throw notValid('PGRST303', 'JWT not in audience');
  if (typeof claims.exp !== 'number') throw notValid('PGRST303', 'JWT has no expiry');
}

function toCaller(claims: Claims): Caller {
  const role = claims.role ?? 'anon';
  if (!isDatabaseRole(role)) {
    const name = typeof role === 'string' ? role : JSON.stringify(role);
    throw new RestError('42501', 403, `permission denied to set role "${name}"`);
  }
  return {
    role,
    claimsText: JSON.stringify({ ...claims, role }),
    user: typeof claims.sub === 'string' ? claims.sub : undefined,
    session:
      typeof claims.session_id === 'string' && claims.session_id !== '' ? claims.session_id : undefined,
  };
}

function toRestError(error: TokenError, credential: string): RestError {
  if (credential.startsWith('sb_')) return notValid('PGRST301', 'Invalid API key');
  if (error.message.includes('expired')) return notValid('PGRST303', 'JWT expired');
  if (error.message.includes('not valid yet')) return notValid('PGRST303', 'JWT not yet valid');
  const parts = credential.split('.').length;
  if (parts !== 3) return notValid('PGRST301', `Expected 3 parts in JWT; got ${parts}`);
  if (error.message.includes('algorithm'))
    return notValid('PGRST301', 'Wrong or unsupported encoding algorithm');
  if (error.message.includes('type')) return notValid('PGRST301', 'Unsupported token type');
  return notValid('PGRST301', 'No suitable key or wrong key type');
}

function notValid(code: string, message: string): RestError {
  const headers = { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` };
  return new RestError(code, 401, message, { headers });
}
