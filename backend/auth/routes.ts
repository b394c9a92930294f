import type { RouteRow } from '../http/route-table.ts';
import { adminRoutes } from './admin/routes.ts';
import { ssoProviderRoutes } from './admin/sso-providers/routes.ts';
import { externalRoutes } from './external/routes.ts';
import { factorRoutes } from './factors/routes.ts';
import { health } from './health.ts';
import { jwks } from './jwks.ts';
import { logout } from './logout.ts';
import { oauthServerRoutes } from './oauth-server/routes.ts';
import { magicLink, otp } from './otp.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { reauthenticate } from './reauthenticate.ts';
import { recover } from './recover.ts';
import { recoveryCodeRoutes } from './recovery-codes/routes.ts';
import type { Endpoint } from './request.ts';
import { resend } from './resend.ts';
import { scimRoutes } from './scim/routes.ts';
import { settings } from './settings.ts';
import { signUp } from './sign-up.ts';
import { ssoRoutes } from './sso/routes.ts';
import { token } from './token.ts';
import { readUser } from './user-read.ts';
import { updateUser } from './user-update.ts';
import { verifyCode } from './verify-code.ts';
import { verifyLink } from './verify-link.ts';

/** The routes of the auth service. */
export const authRoutes = [
  ['GET', '/health', health],
  ['GET', '/settings', settings],
  ['GET', '/.well-known/jwks.json', jwks],

  ['POST', '/signup', signUp],
  ['POST', '/token', token],
  ['POST', '/logout', logout],
  ['GET', '/user', readUser],
  ['PUT', '/user', updateUser],

  ['POST', '/otp', otp],
  ['POST', '/magiclink', magicLink],
  ['POST', '/recover', recover],
  ['POST', '/resend', resend],
  ['GET', '/verify', verifyLink],
  ['POST', '/verify', verifyCode],
  ['GET', '/reauthenticate', reauthenticate],

  ...externalRoutes,
  ...factorRoutes,
  ...recoveryCodeRoutes,
  ...passkeyRoutes,
  ...oauthServerRoutes,
  ...ssoRoutes,
  ...scimRoutes,
  ...adminRoutes,
  ...ssoProviderRoutes,
] as const satisfies readonly RouteRow<Endpoint>[];
