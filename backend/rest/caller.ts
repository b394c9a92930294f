import { TokenError, type TokenFault } from '../identity/key-ring.ts';
import { toSessionRefusal } from '../identity/live-sessions.ts';
import {
  CallerError,
  type CallerFault,
  type DataCaller,
  type ReadCaller,
  requireDataCaller,
} from '../identity/read-caller.ts';
import { RestError } from './rest-error.ts';

export type Caller = DataCaller;

export type IdentifyCaller = (headers: Headers) => Caller;

/** A request without a key is anonymous. */
const visitor: Caller = {
  role: 'anon',
  claims: { role: 'anon' },
  claimsText: JSON.stringify({ role: 'anon' }),
  user: undefined,
  session: undefined,
  assurance: undefined,
  application: undefined,
  isKey: false,
  hasOwnAudience: true,
};

export function createIdentifyCaller(options: {
  readCaller: ReadCaller;
  applicationsUseData: boolean;
  nowSeconds: () => number;
}): IdentifyCaller {
  const { readCaller, applicationsUseData, nowSeconds } = options;
  return (headers) => {
    const credential = readBearer(headers) ?? headers.get('apikey') ?? '';
    if (credential === '') return visitor;
    try {
      const caller = readCaller(credential, nowSeconds());
      return requireDataCaller(caller, { service: 'rest', applicationsUseData });
    } catch (error) {
      throw toRestError(error, credential);
    }
  };
}

/** An Authorization header of another scheme is ignored, as in PostgREST. */
function readBearer(headers: Headers): string | undefined {
  const header = headers.get('Authorization');
  if (header === null) return undefined;
  const [, token] = /^bearer\s*(.*)$/i.exec(header) ?? [];
  if (token === '') throw notValid('PGRST301', 'Empty JWT is sent in Authorization header');
  return token;
}

const tokenMessages: Partial<Record<TokenFault, [code: string, message: string]>> = {
  'unknown-api-key': ['PGRST301', 'Invalid API key'],
  expired: ['PGRST303', 'JWT expired'],
  'not-yet-valid': ['PGRST303', 'JWT not yet valid'],
  'wrong-algorithm': ['PGRST301', 'Wrong or unsupported encoding algorithm'],
  'wrong-type': ['PGRST301', 'Unsupported token type'],
};

const callerMessages: Partial<Record<CallerFault, string>> = {
  'no-subject': 'JWT has no subject',
  'bad-subject': 'JWT has no subject',
  'bad-session': 'JWT has no session',
  'other-issuer': 'JWT has another issuer',
  'other-audience': 'JWT not in audience',
  'no-expiry': 'JWT has no expiry',
};

/** Uses PostgREST's messages. */
function toRestError(error: unknown, credential: string): unknown {
  if (error instanceof TokenError) {
    const parts = credential.split('.').length;
    const known = tokenMessages[error.reason];
    if (known !== undefined) return notValid(...known);
    return parts === 3
      ? notValid('PGRST301', 'No suitable key or wrong key type')
      : notValid('PGRST301', `Expected 3 parts in JWT; got ${parts}`);
  }
  if (!(error instanceof CallerError)) return error;
  if (error.reason === 'application' || error.reason === 'unknown-role')
    return new RestError('42501', 403, error.message);
  return notValid('PGRST303', callerMessages[error.reason] ?? error.message);
}

/** The error of an ended session; undefined for any other error. */
export function toSessionEnded(error: unknown): RestError | undefined {
  const refusal = toSessionRefusal(error);
  return refusal && notValid('PGRST303', refusal.message);
}

function notValid(code: string, message: string): RestError {
  const headers = { 'www-authenticate': `Bearer error="invalid_token", error_description="${message}"` };
  return new RestError(code, 401, message, { headers });
}
