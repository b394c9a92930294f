import type { AuthConfig } from '../../config/auth-config.ts';

/** The relying party of our keys, and the pages on which they may be used. */
export interface RelyingParty {
  id: string;
  name: string;
  origins: string[];
}

/** From [auth.webauthn]; the defaults follow from the site's URL. */
export function toRelyingParty({
  siteUrl,
  webauthn,
}: Pick<AuthConfig, 'siteUrl' | 'webauthn'>): RelyingParty {
  const site = new URL(siteUrl);
  const id = webauthn.rpId || site.hostname;
  return {
    id,
    name: webauthn.rpDisplayName || id,
    origins: webauthn.rpOrigins.length === 0 ? [site.origin] : webauthn.rpOrigins.map(toOrigin),
  };
}

/** A web page's origin has neither path nor trailing slash. Apps have origins of other formats, which are used unchanged. */
function toOrigin(text: string): string {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : text;
}
