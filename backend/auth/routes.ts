import type { RouteRow } from '../http/route-table.ts';
import { adminRoutes } from './admin/routes.ts';
import { factorRoutes } from './factors/routes.ts';
import { health } from './health.ts';
import { jwks } from './jwks.ts';
import { logout } from './logout.ts';
import { openidConfiguration } from './openid-configuration.ts';
import { magicLink, otp } from './otp.ts';
import { reauthenticate } from './reauthenticate.ts';
import { recover } from './recover.ts';
import type { Endpoint } from './request.ts';
import { resend } from './resend.ts';
import { settings } from './settings.ts';
import { signUp } from './sign-up.ts';
import {
  manualLinkingIsOff,
  oauthServerIsOff,
  passkeysAreOff,
  providerIsOff,
  samlIsOff,
} from './switched-off.ts';
import { token } from './token.ts';
import { readUser } from './user-read.ts';
import { updateUser } from './user-update.ts';
import { verifyCode } from './verify-code.ts';
import { verifyLink } from './verify-link.ts';

/** The auth service's table of contents. */
export const authRoutes = [
  ['GET', '/health', health],
  ['GET', '/settings', settings],
  ['GET', '/.well-known/jwks.json', jwks],
  ['GET', '/.well-known/openid-configuration', openidConfiguration],

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

  ...factorRoutes,
  ...adminRoutes,

  ['GET', '/authorize', providerIsOff],
  ['GET', '/user/identities/authorize', manualLinkingIsOff],
  ['DELETE', '/user/identities/:identity', manualLinkingIsOff],
  ['POST', '/sso', samlIsOff],
  ['GET', '/sso/saml/metadata', samlIsOff],
  ['POST', '/sso/saml/acs', samlIsOff],
  ['POST', '/passkeys/authentication/options', passkeysAreOff],
  ['POST', '/passkeys/authentication/verify', passkeysAreOff],
  ['POST', '/passkeys/registration/options', passkeysAreOff],
  ['POST', '/passkeys/registration/verify', passkeysAreOff],
  ['GET', '/passkeys', passkeysAreOff],
  ['PATCH', '/passkeys/:passkey', passkeysAreOff],
  ['DELETE', '/passkeys/:passkey', passkeysAreOff],
  ['GET', '/.well-known/oauth-authorization-server', oauthServerIsOff],
  ['GET', '/user/oauth/grants', oauthServerIsOff],
  ['DELETE', '/user/oauth/grants', oauthServerIsOff],
  ['POST', '/oauth/clients/register', oauthServerIsOff],
  ['GET', '/oauth/authorize', oauthServerIsOff],
  ['POST', '/oauth/token', oauthServerIsOff],
  ['GET', '/oauth/userinfo', oauthServerIsOff],
] as const satisfies readonly RouteRow<Endpoint>[];
