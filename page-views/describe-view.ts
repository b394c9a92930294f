/** What is kept of a request: the kind of device, the host it came from, the country. Nothing that points at a person. */
import type { Device } from './view.ts';

export function deviceOf(headers: Pick<Headers, 'get'>): Device {
  const agent = headers.get('user-agent') ?? '';
  if (/ipad|tablet|kindle|silk|playbook|android(?!.*mobile)/i.test(agent)) return 'tablet';
  if (headers.get('sec-ch-ua-mobile') === '?1' || /mobi|iphone|ipod|windows phone/i.test(agent))
    return 'phone';
  return 'computer';
}

const maxHostLength = 253;

/** `https://www.Example.com/a?b` → `example.com`. Null for a view from within the site, and for one that does not say. */
export function referrerHost(referrer: string, siteUrl: string): string | null {
  if (referrer === '') return null;
  const url = URL.parse(referrer);
  if (!url?.host || !['http:', 'https:', 'android-app:'].includes(url.protocol)) return null;
  if (url.origin === siteUrl) return null;
  const host = url.hostname.toLowerCase().replace(/^www\./, '');
  return host === '' || host.length > maxHostLength ? null : host;
}

/** Two letters as proxies write them. XX and T1 are what they say when they do not know. */
export function countryOf(headers: Pick<Headers, 'get'>, header: string | undefined): string | null {
  const code = header ? (headers.get(header)?.trim().toUpperCase() ?? '') : '';
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null;
}
