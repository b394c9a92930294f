import type { AuthConfig } from './auth-config.ts';
import type { ConfigNotes, TomlSection } from './toml-section.ts';

/** `[auth.webauthn]`. Browsers use a credential on the host it was created for and on its subdomains only. */
export function readWebauthn(section: TomlSection, notes: ConfigNotes): AuthConfig['webauthn'] {
  const rpId = section.text('rp_id', '');
  const rpOrigins = section.list('rp_origins');
  if (rpId !== '' && !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(rpId)) {
    notes.problems.push(`auth.webauthn.rp_id must be a host name such as "example.com", got "${rpId}"`);
  }
  for (const origin of rpOrigins) {
    const problem = findFault(origin, rpId);
    if (problem !== undefined) notes.problems.push(`auth.webauthn.rp_origins: "${origin}" ${problem}`);
  }
  return { rpDisplayName: section.text('rp_display_name', ''), rpId, rpOrigins };
}

function findFault(origin: string, rpId: string): string | undefined {
  const url = URL.parse(origin);
  if (url === null) return 'is not an origin such as "https://example.com"';
  // Origins of apps look like "android:apk-key-hash:…".
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') return 'must have no path';
  if (rpId === '' || url.hostname === rpId || url.hostname.endsWith(`.${rpId}`)) return undefined;
  return `is on another host than auth.webauthn.rp_id "${rpId}"`;
}
