/** What stands after the method in a request, and the path in it: both are checked once, here, before anybody acts on them. */
import { isApiPath } from '../backend/http/api-error.ts';
import { HttpError } from './http-error.ts';

/** Of a page. */
const maxTargetLength = 4096;
/** A filter of many values (`id=in.(…)`) stands in the address. */
const maxApiTargetLength = 16_384;

/**
 * The address of a request on this site. The origin is always the site's own: a `Host` header or an absolute target names whatever the
 * client likes, and must not end up in links, redirects or caches.
 */
export function toSiteUrl(target: string, siteUrl: string): string {
  const path = target.startsWith('/') ? target : pathOfAbsolute(target);
  const maxLength = path !== undefined && isApiPath(path) ? maxApiTargetLength : maxTargetLength;
  if (target.length > maxLength) throw new HttpError(400, 'This address is too long.');
  // A URL parser reads `\` as `/`, so a path with one in it would be two things at once.
  if (path === undefined || path.split('?', 1)[0]?.includes('\\')) throw badAddress();
  return siteUrl + path;
}

/** HTTP/1.1 asks every client for a Host header. Node would refuse a request without one itself, and with no word of explanation. */
export function requireHost(request: { headers: { host?: string | undefined }; httpVersion: string }): void {
  if (request.headers.host === undefined && request.httpVersion === '1.1')
    throw new HttpError(400, 'This request has no Host header.');
}

function pathOfAbsolute(target: string): string | undefined {
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  return url ? url.pathname + url.search : undefined;
}

/** The path in plain letters. Throws for what no page can have: bad percent signs, control characters, hidden slashes and dots. */
export function parsePathname(pathname: string): string {
  if (!pathname.includes('%')) return pathname;
  const segments = pathname.split('/').map(decodeSegment);
  if (segments.some((segment) => segment === '.' || segment === '..' || /[/\\\p{Cc}]/u.test(segment))) {
    throw badAddress();
  }
  return segments.join('/');
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badAddress();
  }
}

function badAddress(): HttpError {
  return new HttpError(400, 'This address is not valid.');
}
