import type { RouteRow } from '../http/route-table.ts';
import { adminRoutes } from './admin/routes.ts';
import { ssoProviderRoutes } from './admin/sso-providers/routes.ts';
import { externalRoutes } from './external/routes.ts';
import { factorRoutes } from './factors/routes.ts';
import { health } from './health.ts';
import { jwks } from './jwks.ts';
import { oauthServerRoutes } from './oauth-server/routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { reauthenticate } from './passwords/reauthenticate.ts';
import { recover } from './passwords/recover.ts';
import { recoveryCodeRoutes } from './recovery-codes/routes.ts';
import { scimRoutes } from './scim/routes.ts';
import type { Endpoint } from './service/request.ts';
import { logout } from './sessions/logout.ts';
import { settings } from './settings.ts';
import { magicLink, otp } from './sign-up/otp.ts';
import { signUp } from './sign-up/sign-up.ts';
import { ssoRoutes } from './sso/routes.ts';
import { token } from './token.ts';
import { readUser } from './user/user-read.ts';
import { updateUser } from './user/user-update.ts';
import { resend } from './verification/resend.ts';
import { verifyCode } from './verification/verify-code.ts';
import { verifyLink } from './verification/verify-link.ts';

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
