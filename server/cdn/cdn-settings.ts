/** The variables of a CDN in front of the site. */
import type { SettingName } from '../settings-table.ts';

export const cdnKinds = ['cloudflare', 'fastly', 'bunny', 'varnish', 'http'] as const;
export type CdnKind = (typeof cdnKinds)[number];

export interface CdnSettings {
  kind: CdnKind;
  /** Where purges are sent, without a slash at the end. */
  purgeUrl: string;
  /** Undefined where none is needed. */
  token?: string;
  /** What the service calls the site: a zone, a service or a pull zone. */
  zone?: string;
}

/** The API of each service. */
const apis: Partial<Record<CdnKind, string>> = {
  cloudflare: 'https://api.cloudflare.com/client/v4',
  fastly: 'https://api.fastly.com',
  bunny: 'https://api.bunny.net',
};

/** What a CDN cannot be told about changes without. */
const needed: Record<CdnKind, readonly [name: SettingName, meaning: string][]> = {
  cloudflare: [
    ['CDN_TOKEN', 'an API token that may purge the cache of the zone'],
    ['CDN_ZONE', 'the ID of the zone'],
  ],
  fastly: [
    ['CDN_TOKEN', 'an API token that may purge the service'],
    ['CDN_ZONE', 'the ID of the service'],
  ],
  bunny: [
    ['CDN_TOKEN', 'the API key of the account'],
    ['CDN_ZONE', 'the ID of the pull zone'],
  ],
  varnish: [['CDN_PURGE_URL', 'the address of Varnish, such as http://127.0.0.1:6081']],
  http: [
    ['CDN_PURGE_URL', 'the address that takes purges'],
    ['CDN_TOKEN', 'what is sent there as a bearer token'],
  ],
};

/** Undefined without a CDN, and with a fault, which is added to `faults`. */
export function readCdnSettings(
  find: (name: SettingName) => string | undefined,
  faults: string[],
): CdnSettings | undefined {
  const name = find('CDN');
  const others = (['CDN_PURGE_URL', 'CDN_TOKEN', 'CDN_ZONE'] as const).filter(find);
  if (name === undefined) {
    if (others[0]) faults.push(`${others[0]} is set without CDN: set CDN to one of ${cdnKinds.join(', ')}`);
    return undefined;
  }
  const kind = cdnKinds.find((known) => known === name.toLowerCase());
  if (!kind) {
    faults.push(`CDN must be one of ${cdnKinds.join(', ')}, got "${name}"`);
    return undefined;
  }
  for (const [missing, meaning] of needed[kind])
    if (!find(missing)) faults.push(`${missing} is missing for CDN=${kind}: it is ${meaning}`);
  const [token, zone] = [find('CDN_TOKEN'), find('CDN_ZONE')];
  if (zone !== undefined && !/^[\w-]+$/.test(zone))
    faults.push(`CDN_ZONE must have letters, digits and hyphens only, got "${zone}"`);
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    faults.push('CDN_TOKEN holds a character that a header cannot have');
  const purgeUrl = readPurgeUrl(find('CDN_PURGE_URL') ?? apis[kind] ?? '', faults);
  return Object.freeze({ kind, purgeUrl, ...(token && { token }), ...(zone && { zone }) });
}

function readPurgeUrl(text: string, faults: string[]): string {
  const url = URL.parse(text);
  if (text !== '' && url?.protocol !== 'http:' && url?.protocol !== 'https:')
    faults.push('CDN_PURGE_URL must look like http://127.0.0.1:6081');
  // Not printed, because it contains a password.
  else if (url?.username || url?.password)
    faults.push('CDN_PURGE_URL must not hold a user name or password; set CDN_TOKEN');
  return text.replace(/\/+$/, '');
}
