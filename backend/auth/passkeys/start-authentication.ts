import { requireCaptcha } from '../captcha/require-captcha.ts';
import { limitRoute } from '../limits/route-limits.ts';
import type { Endpoint } from '../service/request.ts';
import { loadCeremonies } from '../webauthn/load-ceremonies.ts';
import { toRelyingParty } from '../webauthn/relying-party.ts';
import { challengeLifetimeSeconds, createChallenge } from './passkey-challenges.ts';
import { requirePasskeysEnabled } from './require-passkeys.ts';

/**
 * POST /passkeys/authentication/options: the options with which a browser asks for a passkey. They name no account: the passkey
 * does.
 */
export const startAuthentication: Endpoint = async (request, service) => {
  requirePasskeysEnabled(service);
  await limitRoute(request, service, 'passkey');
  await requireCaptcha(request, service);
  const challenge = await createChallenge(service, { type: 'authentication', userId: null });
  const { toRequestOptions } = await loadCeremonies();
  const rules = { challenge: challenge.bytes, lifetimeSeconds: challengeLifetimeSeconds, isOnlyFactor: true };
  const options = await toRequestOptions(toRelyingParty(service.config), [], rules);
  return { challenge_id: challenge.id, options, expires_at: challenge.expiresAt };
};
