import type { AuthService } from '../service/service.ts';

export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change';

/**
 * The URL in a mail, built from configured URLs only. On a site it leads to a page with a button, so that link scanners do not
 * use the token up; without a site it leads to GET /verify.
 */
export function mailLink(
  service: AuthService,
  type: LinkType,
  tokenHash: string,
  redirectTo: string,
): string {
  if (service.confirmPath !== undefined) {
    const query = new URLSearchParams({ token_hash: tokenHash, type, redirect_to: redirectTo });
    return `${service.config.siteUrl}${service.confirmPath}?${query}`;
  }
  const query = new URLSearchParams({ token: tokenHash, type, redirect_to: redirectTo });
  return `${service.externalUrl}/verify?${query}`;
}
