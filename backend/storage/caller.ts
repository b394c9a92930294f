import type { Connections } from '../../database/database.ts';
import { TokenError } from '../identity/key-ring.ts';
import { requireLiveSession } from '../identity/live-sessions.ts';
import {
  CallerError,
  type CallerFault,
  type DataCaller,
  type ReadCaller,
  readBearerToken,
  requireDataCaller,
} from '../identity/read-caller.ts';
import { accessDenied } from './storage-error.ts';

/** The caller. The user becomes the owner of uploaded objects. */
export interface Caller extends DataCaller {
  /** The value of `request.headers` in the database, for policies that read a header. */
  headersText: string;
}

/** Throws for an invalid token, and for none: storage has no anonymous callers, only public files. */
export type IdentifyCaller = (headers: Headers) => Promise<Caller>;

export interface CallerOptions {
  database: Pick<Connections, 'batch'>;
  readCaller: ReadCaller;
  applicationsUseData: boolean;
  nowSeconds: () => number;
}

export function createIdentifyCaller(options: CallerOptions): IdentifyCaller {
  const { database, readCaller, nowSeconds, applicationsUseData } = options;
  return async (headers) => {
    const credential = readBearerToken(headers) ?? headers.get('apikey') ?? '';
    try {
      const caller = requireDataCaller(readCaller(credential, nowSeconds()), {
        service: 'storage',
        applicationsUseData,
      });
      await requireLiveSession(caller, database);
      return { ...caller, headersText: writeHeaders(headers) };
    } catch (error) {
      throw toStorageError(error, credential);
    }
  };
}

/** Without cookies, as the data API passes them. */
function writeHeaders(headers: Headers): string {
  const { cookie: _, ...forwarded } = Object.fromEntries(headers);
  return JSON.stringify(forwarded);
}

export function hasCredential(headers: Headers): boolean {
  return headers.has('authorization') || headers.has('apikey');
}

function toStorageError(error: unknown, credential: string): unknown {
  if (error instanceof TokenError) return accessDenied(tokenMessage(error, credential), { cause: error });
  if (error instanceof CallerError)
    return accessDenied(callerMessages[error.reason] ?? error.message, { cause: error });
  return error;
}

/** Uses the messages of the library with which Supabase Storage verifies tokens. */
function tokenMessage({ reason }: TokenError, credential: string): string {
  if (reason === 'unknown-api-key') return 'Invalid API key';
  if (reason === 'expired') return '"exp" claim timestamp check failed';
  if (reason === 'not-yet-valid') return '"nbf" claim timestamp check failed';
  return credential.split('.').length === 3 ? 'signature verification failed' : 'Invalid Compact JWS';
}

const callerMessages: Partial<Record<CallerFault, string>> = {
  'no-subject': 'missing sub claim',
  'bad-subject': 'missing sub claim',
  'bad-session': 'unexpected "session_id" claim value',
  'other-issuer': 'unexpected "iss" claim value',
  'other-audience': 'unexpected "aud" claim value',
  'no-expiry': 'missing required "exp" claim',
  'unknown-role': 'this role is not known',
};
