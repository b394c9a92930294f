import type { AuthConfig } from '../../config/auth-config.ts';

/** For whom an authenticator makes its keys, and on which pages they may be used. */
export interface RelyingParty {
  id: string;
  name: string;
  origins: string[];
}

/** As [auth.webauthn] says; what it leaves out follows from the address of the site. */
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

/** A web page's origin has neither path nor slash at its end. Apps have origins of other forms, which are taken as they are. */
function toOrigin(text: string): string {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : text;
}
