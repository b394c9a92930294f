import type { Connections } from '../../database/database.ts';
import { TokenError } from '../identity/key-ring.ts';
import { isSessionAlive, sessionEnded } from '../identity/live-sessions.ts';
import {
  CallerError,
  type CallerFault,
  type DataCaller,
  type ReadCaller,
  requireDataCaller,
} from '../identity/read-caller.ts';
import { accessDenied } from './storage-error.ts';

/** The caller. The user becomes the owner of uploaded objects. */
export type Caller = DataCaller;

/** Throws for an invalid token, and for none: storage has no anonymous callers, only public files. */
export type IdentifyCaller = (headers: Headers) => Promise<Caller>;

export interface CallerOptions {
  database: Pick<Connections, 'sql'>;
  readCaller: ReadCaller;
  applicationsUseData: boolean;
  nowSeconds: () => number;
}

export function createIdentifyCaller(options: CallerOptions): IdentifyCaller {
  const { database } = options;
  return async (headers) => {
    const bearer = /^bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
    const caller = readDataCaller(options, bearer ?? headers.get('apikey') ?? '');
    if (!(await isSessionAlive(caller, database))) throw accessDenied(sessionEnded);
    return caller;
  };
}

export function hasCredential(headers: Headers): boolean {
  return headers.has('authorization') || headers.has('apikey');
}

function readDataCaller(options: CallerOptions, credential: string): Caller {
  const { readCaller, nowSeconds, applicationsUseData } = options;
  try {
    const caller = readCaller(credential, nowSeconds());
    return requireDataCaller(caller, { service: 'storage', applicationsUseData });
  } catch (error) {
    if (error instanceof TokenError) throw accessDenied(tokenMessage(error, credential), { cause: error });
    if (error instanceof CallerError)
      throw accessDenied(callerMessages[error.reason] ?? error.message, { cause: error });
    throw error;
  }
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
