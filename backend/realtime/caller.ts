/** Who is connecting and joining, and the sentences that say why a credential is refused. Clients know the sentences: keep them. */
import { TokenError } from '../identity/key-ring.ts';
import { CallerError, type DataCaller, type ReadCaller, requireDataCaller } from '../identity/read-caller.ts';

/** A caller, and the seconds at which its token expires. API keys without an expiry never do. */
export interface RealtimeCaller extends DataCaller {
  expiresAt: number | undefined;
}

/** Why a connection or a join is refused. Joins are told `code: message`. */
export class RealtimeRefusal extends Error {
  override name = 'RealtimeRefusal';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export type IdentifyCaller = (credential: string) => RealtimeCaller;

export function createIdentifyCaller(options: {
  readCaller: ReadCaller;
  applicationsUseData: boolean;
  nowSeconds: () => number;
}): IdentifyCaller {
  const { readCaller, applicationsUseData, nowSeconds } = options;
  return (credential) => {
    try {
      const caller = readCaller(credential, nowSeconds());
      const { exp, role } = caller.claims;
      const isToken = !credential.startsWith('sb_');
      if (isToken && (exp === undefined || role === undefined)) throw claimsMissing();
      const accepted = requireDataCaller(caller, { service: 'realtime', applicationsUseData });
      return { ...accepted, expiresAt: typeof exp === 'number' ? exp : undefined };
    } catch (error) {
      throw toRefusal(error, credential, nowSeconds());
    }
  };
}

export function expiredMessage(expiresAt: number, nowSeconds: number): string {
  return `Token has expired ${Math.max(0, Math.floor(nowSeconds - expiresAt))} seconds ago`;
}

function claimsMissing(): RealtimeRefusal {
  return new RealtimeRefusal('InvalidJWTToken', 'Fields `role` and `exp` are required in JWT');
}

function toRefusal(error: unknown, credential: string, nowSeconds: number): unknown {
  if (error instanceof CallerError)
    return error.reason === 'no-expiry'
      ? claimsMissing()
      : new RealtimeRefusal('Unauthorized', `The token is not accepted: ${error.message}`, { cause: error });
  if (!(error instanceof TokenError)) return error;
  switch (error.reason) {
    case 'expired':
      return new RealtimeRefusal('InvalidJWTToken', expiredMessage(readExpiry(credential), nowSeconds));
    case 'malformed':
    case 'wrong-type':
    case 'not-yet-valid':
      return new RealtimeRefusal('MalformedJWT', 'The token provided is not a valid JWT');
    default:
      return new RealtimeRefusal('JwtSignatureError', 'Failed to validate JWT signature');
  }
}

/** Of a token whose signature has been verified. */
function readExpiry(token: string): number {
  const body: { exp?: unknown } = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}',
  );
  return Number(body.exp) || 0;
}
