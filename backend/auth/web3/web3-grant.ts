import { z } from 'zod';
import { OAuthError, ServiceError } from '../../http/service-error.ts';
import { consumeProof } from '../codes/prevent-replay.ts';
import { signInExternalUser } from '../external/sign-in-external-user.ts';
import { limitRoute } from '../limits/route-limits.ts';
import { optionalText } from '../service/body-shapes.ts';
import type { Endpoint } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { type Chain, chains } from './chains.ts';
import { checkMessage, validityMs } from './check-message.ts';
import { parseMessage } from './parse-message.ts';

const shape = z.object({ message: optionalText, signature: optionalText, chain: optionalText });

/** POST /token?grant_type=web3: signs in with a message that a wallet signed. Each message opens one session. */
export const web3Grant: Endpoint = async (request, service) => {
  await limitRoute(request, service, 'web3');
  const { ethereum, solana } = service.config.web3;
  if (!ethereum && !solana) throw providerDisabled('Web3 provider is disabled');
  const body = await request.body(shape);
  if (body.chain !== 'ethereum' && body.chain !== 'solana')
    throw new ServiceError('web3_unsupported_chain', 400, 'Unsupported chain');
  const chain = chains[body.chain];
  if (!service.config.web3[body.chain]) throw providerDisabled(`${chain.title} Web3 provider is disabled`);
  requireValidFormat(body.message, body.signature, chain);

  const message = parseMessage(body.message, chain);
  const { address: written, domain, network, statement } = message;
  if (!chain.isSigned({ message: body.message, signature: body.signature, address: written, domain }))
    throw new OAuthError('invalid_grant', 'Signature does not match address in message');
  checkMessage(service, chain, message);

  const address = chain.normalize(written);
  const expiresAt = new Date(message.issuedAt.getTime() + validityMs);
  const proof = { parts: ['web3', body.chain, address, body.message], expiresAt };
  const sub = await findSubject(service, body.chain, [address, written]);
  const walletClaims = { address, chain: body.chain, network, domain, statement };
  const claims = { sub, email_verified: false, phone_verified: false, custom_claims: walletClaims };
  // A wallet has no email address, so it is never linked by one.
  const signIn = { provider: 'web3', account: { emails: [], claims }, emailOptional: true, linkTo: null };
  return signInExternalUser(request, service, signIn, async (sql, user) => {
    if (!(await consumeProof(sql, service, proof)))
      throw new OAuthError('invalid_grant', `Signed ${chain.title} message was already used`);
    return issueSession({ sql, service, request }, user, 'web3');
  });
};

/** The id of a wallet here. Imported accounts may contain the address in another notation. */
async function findSubject(service: AuthService, chain: string, addresses: string[]): Promise<string> {
  const subjects = addresses.map((address) => `web3:${chain}:${address}`);
  const [known] = await service.database.sql<{ provider_id: string }[]>`
    select provider_id from auth.identities where provider = 'web3' and provider_id = any(${subjects})
    order by created_at limit 1`;
  return known?.provider_id ?? subjects[0] ?? '';
}

function requireValidFormat(message: string, signature: string, chain: Chain): void {
  const length = Buffer.byteLength(message);
  if (length < 64) throw ServiceError.validationFailed('message is too short');
  if (length > 20 * 1024) throw ServiceError.validationFailed('message must not exceed 20KB');
  if (!chain.signaturePattern.test(signature)) throw ServiceError.validationFailed(chain.signatureFault);
}

function providerDisabled(message: string): ServiceError {
  return new ServiceError('web3_provider_disabled', 422, message);
}
