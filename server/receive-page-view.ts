/** POST /views: takes note of a page view. The answer is 204 whatever comes, so that nobody learns what is counted. */
import { readBody } from './read-body.ts';

export interface PageView {
  path: string;
  /** Where the visitor came from, if the browser said so. */
  referrer: string;
  /** The visitor's address, for telling visitors apart; not to be stored. */
  address: string;
  headers: Headers;
}

const largestBody = 4096;
const longestPath = 2048;

export interface PageViewOptions {
  siteUrl: string;
  onPageView: (view: PageView) => void;
}

export function createPageViewDoor({ siteUrl, onPageView }: PageViewOptions) {
  return async function receivePageView(request: Request, address: string): Promise<Response> {
    if (isFromThisSite(request.headers, siteUrl)) {
      const view = await readBody(request, largestBody).then(parseView, () => undefined);
      if (view) onPageView({ ...view, address, headers: request.headers });
    }
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
  };
}

/** Browsers state both headers themselves; a page elsewhere cannot forge them. */
function isFromThisSite(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  return site ? site === 'same-origin' : headers.get('origin') === siteUrl;
}

function parseView(text: string): { path: string; referrer: string } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('path' in value)) return undefined;
  const { path } = value;
  if (typeof path !== 'string' || path.length > longestPath || !/^\/\P{Cc}*$/u.test(path)) return undefined;
  const referrer = 'referrer' in value && typeof value.referrer === 'string' ? value.referrer : '';
  return { path, referrer: referrer.slice(0, longestPath) };
}
