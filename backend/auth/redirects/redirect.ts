import { isIP } from 'node:net';
import type { AuthRequest } from '../service/request.ts';
import type { AuthService } from '../service/service.ts';
import { compileUrlPattern } from './url-pattern.ts';

const placeholderSite = 'http://site.invalid';
/** Tab, newline, `.`, `/` and `\` in percent-encoding, also when that is encoded again. */
const encodedSeparators = /%(?:25)*(09|0a|0d|2e|2f|5c)/gi;

/** The URL that a browser is redirected to: the requested one if it is allowed, else the referrer, else the site. */
export function redirectTarget(request: AuthRequest, service: AuthService): string {
  const requested = request.headers.get('redirect_to') || request.query.get('redirect_to') || '';
  const referrer = request.headers.get('Referer') ?? '';
  return (
    findAllowedRedirect(requested, service) ??
    findAllowedRedirect(referrer, service) ??
    service.config.siteUrl
  );
}

/**
 * The URL as a browser writes it, percent-encoded and without dot segments, so that the checked URL is the one that is followed.
 * Undefined unless it belongs to the site or matches the allow-list.
 */
export function findAllowedRedirect(text: string, service: Pick<AuthService, 'config'>): string | undefined {
  const url = parsePlainUrl(text);
  if (url === undefined || namesAnotherHost(url.pathname)) return undefined;
  if (!isOnSite(url, service) && !isOnList(url, text, service)) return undefined;
  // An origin stays as it was requested: mail templates append a path to it.
  return url.href === `${text}/` ? text : url.href;
}

export function isAllowedRedirect(text: string, service: Pick<AuthService, 'config'>): boolean {
  return findAllowedRedirect(text, service) !== undefined;
}

function isOnSite(url: URL, { config }: Pick<AuthService, 'config'>): boolean {
  const site = new URL(config.siteUrl);
  if (!isWeb(url) || url.protocol !== site.protocol || url.hostname !== site.hostname) return false;
  return url.port === site.port || isLoopback(url.hostname);
}

const compiled = new WeakMap<readonly string[], ((url: URL) => boolean)[]>();

function isOnList(url: URL, text: string, { config }: Pick<AuthService, 'config'>): boolean {
  if (isWeb(url)) {
    // A numeric IP address is allowed only when it is this machine.
    const writtenHost = writtenHostname(text);
    if (/^[0-9]+$/.test(writtenHost) || /^0x/i.test(writtenHost)) return false;
    const bare = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(bare) !== 0) return isLoopback(url.hostname);
    if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(url.hostname)) return false;
    if (writtenHost.toLowerCase() !== url.hostname) return false;
  }
  const { additionalRedirectUrls } = config;
  const patterns = compiled.get(additionalRedirectUrls) ?? additionalRedirectUrls.map(compileUrlPattern);
  compiled.set(additionalRedirectUrls, patterns);
  return patterns.some((matches) => matches(url));
}

/**
 * A URL that every parser reads in the same way. Parsers disagree about backslashes, spaces, control characters, user names and a
 * missing `//`, so a URL with any of these is refused.
 */
function parsePlainUrl(text: string): URL | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (text === '' || text.length > 2048 || /[\s\\\u0000-\u0020\u007f]/.test(text)) return undefined;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined || ['javascript', 'data', 'vbscript', 'file', 'blob', 'about'].includes(scheme))
    return undefined;
  if ((scheme === 'http' || scheme === 'https') && !/^https?:\/\/[^/]/i.test(text)) return undefined;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === '' && url.password === '' && !/^[^/]*:\/\/[^/?#]*@/.test(text) ? url : undefined;
}

function writtenHostname(text: string): string {
  return (/^[^/]*:\/\/(\[[^\]]*\]|[^/:?#]*)/.exec(text)?.[1] ?? '').replace(/\.$/, '');
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

/**
 * Whether a path can be read as the name of another host: it starts with two slashes, or does so once a browser has resolved its
 * dot segments, or a server has decoded it before a redirect. Browsers read `\` as `/` and drop tabs and newlines.
 */
function namesAnotherHost(pathname: string): boolean {
  if (!pathname.startsWith('/')) return false;
  const decoded = pathname.replace(encodedSeparators, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return [pathname, decoded].some((path) => {
    const url = URL.parse(path, placeholderSite);
    return url?.origin !== placeholderSite || url.pathname.startsWith('//');
  });
}
