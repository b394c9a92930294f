import { toRequestParts, toResponse } from '../../backend/http/prepared-response.ts';
import { redirectToLogin } from '../guard.ts';
import { isSearchPath } from '../search/search-paths.ts';
import { answerMissing } from './answer-missing.ts';
import { findMoved, toRedirectResponse } from './answer-redirect.ts';
import {
  cacheKeyOf,
  type PageContext,
  readGuardedVisitor,
  searchAudience,
  sharedHeadersOf,
} from './page-context.ts';
import { hasUnpublished, readOwnersPage } from './read-unpublished.ts';
import { toPrivateResponse } from './render-pages.ts';
import { createShell } from './shell-page.ts';

/** GET of a page. A guarded response is rendered for one visitor and never cached. */
export async function answerPage(
  context: PageContext,
  request: Request,
  url: URL,
  path: string,
): Promise<Response> {
  const { site, pageViews, render } = context;
  const moved = findMoved(path, url.searchParams);
  if (moved) return toRedirectResponse(moved, context, url);
  const visitor = await readGuardedVisitor(context, request, path);
  if (visitor?.state === 'signed-out') return redirectToLogin(url, site.signIn);
  if (visitor?.state === 'unsettled')
    return toPrivateResponse(await render.page(createShell(site, path, pageViews.sign(path)), true));
  const isUnpublished = hasUnpublished(context, path);
  const own = isUnpublished && (await readOwnersPage(context, request, path, url.searchParams));
  if (own) return toPrivateResponse(await render.page(own));
  const isSearch = isSearchPath(path, site);
  const cache = isSearch ? context.searchCache : context.cache;
  const since = cache.generation();
  const found = await context.readPage(path, url.searchParams, searchAudience(context, path, visitor));
  if (!found) return answerMissing(context, request, url, path);
  if (visitor) return toPrivateResponse(await render.page(found));
  // An owner sees more here: under its own address, the page would be sent before the session is read.
  const key = isUnpublished ? `${cacheKeyOf(found)} public` : cacheKeyOf(found);
  // Readers find more than strangers, and an owner gets the draft.
  const shared = isSearch || isUnpublished ? context.cdn?.notKept : sharedHeadersOf(context, found);
  const create = async () => ({ ...(await render.page(found)), shared });
  return toResponse(await cache.answer(key, toRequestParts(request), create, since));
}

/** One URL per page: a trailing slash is redirected. */
export function redirectWithoutSlash(url: URL): Response {
  const location = (url.pathname.replace(/\/+$/, '') || '/') + url.search;
  return new Response(null, { status: 308, headers: { location } });
}
