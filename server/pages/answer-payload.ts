import { toSafePath } from '../../app/guard/safe-path.ts';
import type { Payload } from '../../app/page-data.ts';
import { shortHash } from '../../app/runtime/short-hash.ts';
import { toRequestParts, toResponse } from '../../backend/http/prepared-response.ts';
import { parsePathname } from '../request-target.ts';
import { isSearchPath } from '../search/search-paths.ts';
import { answerMissingPayload, pageNotFound } from './answer-missing.ts';
import { findMoved, toRedirectPayload } from './answer-redirect.ts';
import {
  askToSignIn,
  cacheKeyOf,
  maySee,
  type PageContext,
  readGuardedVisitor,
  searchAudience,
  sharedHeadersOf,
  toPagePath,
} from './page-context.ts';
import { readForVisitor } from './read-for-visitor.ts';
import { hasUnpublished } from './read-unpublished.ts';
import { json, privateNoStore } from './render-pages.ts';

/**
 * GET <path>/_payload.json: the data of a page for the router. Browsers must not cache payloads: they are fetched with `force-cache`, which
 * would show an old article as long as the build lives.
 */
export async function answerPayload(
  context: PageContext,
  request: Request,
  url: URL,
  asked: string,
): Promise<Response> {
  const { render } = context;
  const path = toPagePath(asked);
  const moved = findMoved(path, url.searchParams);
  if (moved) return toRedirectPayload(moved, context, path);
  const isSearch = isSearchPath(path, context.site);
  const cache = isSearch ? context.searchCache : context.cache;
  const since = cache.generation();
  const read = await readForVisitor(context, request, path, url.searchParams);
  if (read === 'refused') return askToSignIn(context);
  const { found, isPrivate } = read;
  if (!found) return answerMissingPayload(context, request, url, path);
  const payload: Payload = { [shortHash(asked)]: found.page };
  if (isPrivate) return render.json(200, payload, privateNoStore);
  const isOfAll = !isSearch && !hasUnpublished(context, path);
  const rendered = {
    status: 200,
    headers: render.headersFor(json, 'no-store'),
    body: JSON.stringify(payload),
    shared: isOfAll ? sharedHeadersOf(context, found) : context.cdn?.notKept,
  };
  const key = `${cacheKeyOf(found)} payload`;
  return toResponse(await cache.answer(key, toRequestParts(request), async () => rendered, since));
}

/** GET /page.json?path=…: the data of one page, for a browser whose payload could not be read. */
export async function answerPageData(context: PageContext, request: Request, url: URL): Promise<Response> {
  const wanted = toSafePath(url.searchParams.get('path') ?? '');
  const target = wanted === undefined ? undefined : new URL(wanted, context.siteUrl);
  const path = target ? toPagePath(parsePathname(target.pathname)) : '';
  const visitor = await readGuardedVisitor(context, request, path);
  const isRefused = visitor && !maySee(visitor, path);
  const found =
    target && !isRefused
      ? await context.readPage(path, target.searchParams, searchAudience(context, path, visitor))
      : undefined;
  if (!found) return pageNotFound(context, path);
  return context.render.json(200, found.page, visitor && privateNoStore);
}
