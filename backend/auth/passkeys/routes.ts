import type { RouteRow } from '../../http/route-table.ts';
import type { Endpoint } from '../service/request.ts';
import { deletePasskey } from './delete-passkey.ts';
import { finishAuthentication } from './finish-authentication.ts';
import { finishRegistration } from './finish-registration.ts';
import { renamePasskey } from './rename-passkey.ts';
import { showPasskeys } from './show-passkeys.ts';
import { startAuthentication } from './start-authentication.ts';
import { startRegistration } from './start-registration.ts';

/** Passkeys: signing in with one, and those of the caller's account. */
export const passkeyRoutes = [
  ['POST', '/passkeys/authentication/options', startAuthentication],
  ['POST', '/passkeys/authentication/verify', finishAuthentication],
  ['POST', '/passkeys/registration/options', startRegistration],
  ['POST', '/passkeys/registration/verify', finishRegistration],
  ['GET', '/passkeys', showPasskeys],
  ['PATCH', '/passkeys/:passkey', renamePasskey],
  ['DELETE', '/passkeys/:passkey', deletePasskey],
] as const satisfies readonly RouteRow<Endpoint>[];
