/**
 * POST /views, and GET /views.css for readers without script: receives a page view. The response is always the same, so that a client does
 * not learn what is counted; invalid messages are reported with a reason.
 */
import { readRedirectCookie } from '../app/guard/redirect-cookie.ts';
import { HttpError } from './http-error.ts';
import { readBody } from './read-body.ts';
import { parsePathname } from './request-target.ts';

export interface PageView {
  /** The decoded path, without a trailing slash. */
  path: string;
  /** Where the visitor came from, if the browser says so. */
  referrer: string;
  /** The page's token, which proves that this site served it. */
  token: string;
  /** A nonce of the browser for this view. */
  nonce?: string;
  /** The browser states that its visits are the owner's. */
  ownersBrowser: boolean;
  /** The browser states that it is automated. */
  automated: boolean;
  /** The visitor's address, to distinguish visitors; must not be stored. */
  address: string;
  headers: Pick<Headers, 'get'>;
}

export type ViewFault = 'too-large' | 'malformed' | 'foreign-origin';

const maxViewBytes = 4096;
const maxPathLength = 2048;
const maxTokenLength = 64;

export interface PageViewOptions {
  siteUrl: string;
  /** The login page: a visitor who was redirected there wanted another page. */
  loginPath: string;
  /** Whether GET /views.css exists. */
  countWithoutScript: boolean;
  onPageView: (view: PageView) => void;
  onFault: (fault: ViewFault) => void;
  /** The token for the mark of a page that comes from a CDN. Undefined: pages have tokens. */
  exchange?: ((path: string, mark: string) => string | undefined) | undefined;
}

export interface PageViewEndpoint {
  receive(request: Request, address: string): Promise<Response>;
  receiveWithoutScript(request: Request, address: string): Response;
  /** GET /views?<mark>&<path>: a new token for a view of that page. */
  giveToken(request: Request): Response;
}

export function createPageViewEndpoint(options: PageViewOptions): PageViewEndpoint {
  const { siteUrl, loginPath, onPageView, onFault } = options;

  return {
    async receive(request, address) {
      const { headers } = request;
      const body = await readBody(request, maxViewBytes).catch((error: unknown) =>
        error instanceof HttpError ? undefined : '',
      );
      const view = isFromThisSite(headers, siteUrl) ? parseView(body) : 'foreign-origin';
      if (typeof view === 'string') onFault(view);
      else onPageView({ ...view, address, headers });
      return new Response(null, { status: 204, headers: viewResponseHeaders });
    },

    /** An empty stylesheet. Only a browser without script fetches it, because it is in a `<noscript>`. */
    receiveWithoutScript(request, address) {
      const { headers } = request;
      const { searchParams } = new URL(request.url);
      const path = toPath(searchParams.get('path') ?? '');
      const token = searchParams.get('token') ?? '';
      if (!isFromThisSite(headers, siteUrl)) onFault('foreign-origin');
      else if (path === undefined) onFault('malformed');
      else if (path !== loginPath || !readRedirectCookie(headers.get('cookie') ?? ''))
        onPageView({ path, referrer: '', token, ownersBrowser: false, automated: false, address, headers });
      return new Response('', { headers: { 'content-type': 'text/css', ...viewResponseHeaders } });
    },

    giveToken({ url, headers }) {
      const [, mark = '', address = ''] = /^\?([^&]*)&(.*)$/.exec(new URL(url).search) ?? [];
      const path = toPath(address);
      const isOwn = isFromThisSite(headers, siteUrl);
      const token = isOwn && path !== undefined ? options.exchange?.(path, mark) : undefined;
      return new Response(token ?? '', { headers: { 'content-type': 'text/plain', ...viewResponseHeaders } });
    },
  };
}

const viewResponseHeaders = { 'cache-control': 'no-store' };

/** Browsers set these headers themselves; a page of another site cannot forge them. */
function isFromThisSite(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site) return site === 'same-origin';
  const origin = headers.get('origin') ?? URL.parse(headers.get('referer') ?? '')?.origin;
  return origin === siteUrl;
}

type ParsedView = Omit<PageView, 'address' | 'headers'>;

function parseView(body: string | undefined): ParsedView | ViewFault {
  if (body === undefined) return 'too-large';
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return 'malformed';
  }
  if (typeof parsed !== 'object' || parsed === null) return 'malformed';
  const { path: address, referrer, token, nonce, owner, auto }: UncheckedFields = parsed;
  const path = toPath(toText(address));
  if (path === undefined || typeof nonce !== 'number') return 'malformed';
  return {
    path,
    referrer: toText(referrer).slice(0, maxPathLength),
    token: toText(token).slice(0, maxTokenLength),
    nonce: String(nonce),
    ownersBrowser: toText(owner) !== '',
    automated: auto === true,
  };
}

/** The fields of a message. A client can send anything, so they are unchecked. */
type UncheckedFields = Partial<Record<'path' | 'referrer' | 'token' | 'nonce' | 'owner' | 'auto', unknown>>;

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function toPath(address: string): string | undefined {
  if (address.length > maxPathLength || !/^\/\P{Cc}*$/u.test(address)) return undefined;
  try {
    return parsePathname(address).replace(/(?<=.)\/+$/, '');
  } catch {
    return undefined;
  }
}
