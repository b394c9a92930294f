/** Validates the request target and its path, once, before they are used. */
import { isApiPath } from '../backend/http/api-error.ts';
import { HttpError } from './http-error.ts';

/** For pages. */
const maxTargetLength = 4096;
/** For services: a filter with many values (`id=in.(…)`) is part of the URL. */
const maxApiTargetLength = 16_384;

/**
 * The URL of a request on this site. The origin is always the site's own: a `Host` header or an absolute target can name any host, and must
 * not appear in links, redirects or caches.
 */
export function toSiteUrl(target: string, siteUrl: string): string {
  const path = target.startsWith('/') ? target : pathOfAbsolute(target);
  const maxLength = path !== undefined && isApiPath(path) ? maxApiTargetLength : maxTargetLength;
  if (target.length > maxLength) throw new HttpError(400, 'This address is too long.');
  // A URL parser reads `\` as `/`, so a path with one would have two meanings.
  if (path === undefined || path.split('?', 1)[0]?.includes('\\')) throw badAddress();
  return siteUrl + path;
}

/** HTTP/1.1 requires a Host header. Node would reject a request without one itself, and without an explanation. */
export function requireHost(request: { headers: { host?: string | undefined }; httpVersion: string }): void {
  if (request.headers.host === undefined && request.httpVersion === '1.1')
    throw new HttpError(400, 'This request has no Host header.');
}

function pathOfAbsolute(target: string): string | undefined {
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
  return url ? url.pathname + url.search : undefined;
}

/** The decoded path. Throws for paths that no page can have: invalid percent encoding, control characters, encoded slashes and dots. */
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
