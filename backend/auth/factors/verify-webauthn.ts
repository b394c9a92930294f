import { callFactorHook } from '../hooks/verification-hooks.ts';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import type { TokenResponse } from '../sessions/access-token.ts';
import { loadCeremonies } from '../webauthn/load-ceremonies.ts';
import { toRelyingParty } from '../webauthn/relying-party.ts';
import { findUserIdByHandle } from '../webauthn/user-entity.ts';
import { acceptProof } from './accept-proof.ts';
import { type ChallengeRow, consumeChallenge } from './challenges.ts';
import { readFactorKey, recordFactorUse, writeFactorKey, wrongKey } from './factor-key.ts';
import type { OwnedFactor } from './require-factor-owner.ts';
import type { WebauthnAnswer } from './webauthn-answer.ts';

/** Verifies a browser's WebAuthn answer: the registration of a key, or its use. */
export async function verifyWebauthn(
  request: AuthRequest,
  service: AuthService,
  owned: OwnedFactor,
  { challenge, answer }: { challenge: ChallengeRow; answer: WebauthnAnswer },
): Promise<TokenResponse> {
  const { owner, factor } = owned;
  // Deleted before the answer is verified, so that no challenge is answered twice.
  await consumeChallenge(service.database.sql, challenge.id);
  const { ceremony } = challenge;
  if (ceremony === null || ceremony.type !== answer.type) {
    throw wrongKey('the challenge is for another ceremony');
  }
  const { checkAssertion, checkRegistration } = await loadCeremonies();
  const wanted = {
    party: toRelyingParty(service.config),
    challenge: ceremony.challenge,
    isOnlyFactor: false,
  };
  const attempt = { userId: owner.user.id, factorId: factor.id, factorType: factor.factor_type };
  const fail = async (error: unknown) => {
    await callFactorHook(request, service, { ...attempt, isValid: false });
    throw wrongKey(error);
  };
  const proof = { challengeId: challenge.id };
  if (answer.type === 'create') {
    const key = await checkRegistration(answer.credential, wanted).catch(fail);
    await callFactorHook(request, service, { ...attempt, isValid: true });
    return acceptProof(request, service, owned, {
      ...proof,
      record: (sql) => writeFactorKey(sql, service, factor, key),
    });
  }
  const handle = answer.credential.response.userHandle ?? undefined;
  if (handle !== undefined && findUserIdByHandle(handle) !== owner.user.id) {
    throw wrongKey('the key was made for another account');
  }
  const key = await readFactorKey(service.database.sql, factor);
  const use = await checkAssertion(answer.credential, key, wanted).catch(fail);
  await callFactorHook(request, service, { ...attempt, isValid: true });
  return acceptProof(request, service, owned, {
    ...proof,
    record: (sql) => recordFactorUse(sql, factor, use),
  });
}
