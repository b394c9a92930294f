import { OAuthError } from '../../http/service-error.ts';
import { isAllowedRedirect } from '../redirects/redirect.ts';
import type { AuthService } from '../service/service.ts';
import type { Chain } from './chains.ts';
import type { WalletMessage } from './parse-message.ts';

/** How long a message is valid, before and after it was issued: a phone's clock may be wrong. */
export const validityMs = 10 * 60_000;

/** Whether a signed message is meant for this site, and for now. */
export function checkMessage(service: AuthService, chain: Chain, message: WalletMessage): void {
  const { title } = chain;
  const uri = new URL(message.uri);
  if (uri.protocol !== 'https:' && uri.hostname !== 'localhost')
    throw refused(`Signed ${title} message is using URI which does not use HTTPS`);
  if (!isAllowedRedirect(message.uri, service)) {
    throw refused(
      `Signed ${title} message is using URI which is not allowed on this server, message was signed for another app`,
    );
  }
  if (!isDomainOf(uri, message.domain, service)) {
    throw refused(
      `Signed ${title} message is using a Domain that does not match the one in URI which is not allowed on this server`,
    );
  }
  const now = service.clock.now().getTime();
  if (message.notBefore !== undefined && now < message.notBefore.getTime())
    throw refused(`Signed ${title} message becomes valid in the future`);
  if (message.expirationTime !== undefined && now >= message.expirationTime.getTime())
    throw refused(`Signed ${title} message is expired`);
  if (now > message.issuedAt.getTime() + validityMs)
    throw refused(`${title} message was issued too long ago`);
  if (now < message.issuedAt.getTime() - validityMs)
    throw refused(`${title} message was issued too far in the future`);
}

/** Wallets show the domain and compare it with the page. On localhost some omit the port. */
function isDomainOf(uri: URL, domain: string, service: AuthService): boolean {
  const written = domain.toLowerCase();
  if (uri.hostname === 'localhost') return written === uri.host || written === uri.hostname;
  return written === uri.host && isAllowedRedirect(`https://${written}/`, service);
}

function refused(description: string): OAuthError {
  return new OAuthError('invalid_grant', description);
}
