import { type Claims, TokenError } from '../../backend/identity/key-ring.ts';
import { CallerError, type ReadCaller } from '../../backend/identity/read-caller.ts';
import type { TokenClaims, VerifyToken } from './visitor.ts';

/** For the embedded backend: its keys are in this process, so no request is needed. */
export function createVerifyInProcess(readCaller: ReadCaller, now: () => number = Date.now): VerifyToken {
  return async (token) => {
    try {
      const { claims, isKey, hasOwnAudience } = readCaller(token, Math.floor(now() / 1000));
      return isKey || !hasOwnAudience ? undefined : toTokenClaims(claims);
    } catch (error) {
      if (error instanceof TokenError || error instanceof CallerError) return undefined;
      throw error;
    }
  };
}

const maxName = 100;

/** A token that the visitor gave to a third-party application (`client_id`) is not a session of this site. */
export function toTokenClaims({
  sub,
  email,
  app_metadata,
  user_metadata,
  session_id,
  client_id,
}: Claims): TokenClaims | undefined {
  if (typeof sub !== 'string' || sub === '' || client_id) return undefined;
  const metadata =
    typeof app_metadata === 'object' && app_metadata !== null ? { ...app_metadata } : undefined;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const { name, full_name } = Object(user_metadata);
  const called = text(name ?? full_name)
    ?.trim()
    .slice(0, maxName);
  return {
    sub,
    email: text(email),
    ...(called && { name: called }),
    app_metadata: metadata,
    session_id: text(session_id),
  };
}
