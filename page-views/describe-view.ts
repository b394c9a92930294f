/** The stored properties of a view: device, referring host, country. No personal data. */
import type { Device } from './view.ts';

export function deviceOf(headers: Pick<Headers, 'get'>): Device {
  const agent = headers.get('user-agent') ?? '';
  if (/ipad|tablet|kindle|silk|playbook|android(?!.*mobile)/i.test(agent)) return 'tablet';
  if (headers.get('sec-ch-ua-mobile') === '?1' || /mobi|iphone|ipod|windows phone/i.test(agent))
    return 'phone';
  return 'computer';
}

const maxHostLength = 253;

/** `https://www.Example.com/a?b` → `example.com`. Null for a view from within the site, and without a referrer. */
export function referrerHost(referrer: string, siteUrl: string): string | null {
  if (referrer === '') return null;
  const url = URL.parse(referrer);
  if (!url?.host || !['http:', 'https:', 'android-app:'].includes(url.protocol)) return null;
  if (url.origin === siteUrl) return null;
  const host = url.hostname.toLowerCase().replace(/^www\./, '');
  return host === '' || host.length > maxHostLength ? null : host;
}

/** A two-letter country code. Proxies send XX and T1 when they do not know it. */
export function countryOf(headers: Pick<Headers, 'get'>, header: string | undefined): string | null {
  const code = header ? (headers.get(header)?.trim().toUpperCase() ?? '') : '';
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null;
}
