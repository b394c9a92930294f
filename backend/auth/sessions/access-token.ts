import { toApplicationView } from '../accounts/application-view.ts';
import { hasVerifiedFactor, type UserRow } from '../accounts/user-row.ts';
import { toWireUser, type WireUser } from '../accounts/wire-user.ts';
import { customizeClaims, type TokenIssue } from '../hooks/customize-token.ts';
import type { AuthService } from '../service/service.ts';
import { applicationOf } from './applications.ts';
import { assuranceOf } from './authentication-methods.ts';
import { type SessionRow, toTime } from './session-row.ts';

/** Read by supabase-js: keep these keys. */
export interface TokenResponse {
  access_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: WireUser;
  /** Only after a sign-in by password; null for a good password. */
  weak_password?: { message: string; reasons: string[] } | null;
  provider_token?: string;
  provider_refresh_token?: string;
}

/** Signs an access token for a session and returns it with its refresh token. A hook may change the claims, or refuse. */
export async function createTokenResponse(
  service: AuthService,
  { user, session, token: refreshToken }: { user: UserRow; session: SessionRow; token: string },
  issue: TokenIssue,
): Promise<TokenResponse> {
  const now = Math.floor(service.clock.now().getTime() / 1000);
  const expiresAt = expiryOf(service, user, session, now);
  const wire = toWireUser(user);
  const application = applicationOf(session);
  // The application that holds the token can read it.
  const shown = application === undefined ? wire : toApplicationView(wire, application);
  const claims = {
    iss: service.issuer,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: now,
    email: shown.email,
    phone: shown.phone,
    app_metadata: shown.app_metadata,
    user_metadata: shown.user_metadata,
    role: wire.role,
    aal: assuranceOf(session.amr),
    amr: session.amr,
    session_id: session.id,
    is_anonymous: user.is_anonymous,
    ...(session.oauth_client_id === null ? {} : { client_id: session.oauth_client_id }),
    ...(session.scopes === null ? {} : { scope: session.scopes }),
  };
  const hook = service.hooks.custom_access_token;
  const signed = hook === undefined ? claims : await customizeClaims(service, hook, claims, issue);
  return {
    access_token: service.keyRing.sign(signed),
    token_type: 'bearer',
    expires_in: expiresAt - now,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: wire,
  };
}

/** A session that still lacks its second factor lives only as long as the configuration allows. */
function expiryOf(service: AuthService, user: UserRow, session: SessionRow, now: number): number {
  const fullExpiry = now + service.config.jwtExpiry;
  const { allowLowAal } = service.config.sessions;
  if (allowLowAal === 0 || assuranceOf(session.amr) !== 'aal1' || !hasVerifiedFactor(user)) return fullExpiry;
  return Math.max(now, Math.min(fullExpiry, Math.floor(toTime(session.created_at) / 1000 + allowLowAal)));
}
