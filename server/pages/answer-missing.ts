/**
 * An address at which strangers find no page: a draft of an owner, a redirect, an expired page, or nothing. The visitor of an open path is
 * read only here, so that it costs cached pages nothing.
 */
import { shortHash } from '../../app/runtime/short-hash.ts';
import { toAddress } from './address.ts';
import { findRedirect, toRedirectPayload, toRedirectResponse } from './answer-redirect.ts';
import { type PageContext, toPagePath } from './page-context.ts';
import { audienceOf } from './read-tree-page.ts';
import { readOwnersPage } from './read-unpublished.ts';
import { privateNoStore, toPrivateResponse } from './render-pages.ts';

/** GET of such an address. */
export async function answerMissing(
  context: PageContext,
  request: Request,
  url: URL,
  path: string,
): Promise<Response> {
  const { render } = context;
  const own = await readOwnersPage(context, request, path);
  if (own) return toPrivateResponse(await render.page(own));
  const redirect = await findRedirect(context, request, url.search, path);
  if (redirect && redirect !== 'gone') return toRedirectResponse(redirect, context, url);
  const fullPath = url.pathname + url.search;
  return redirect === 'gone' || isExpired(context, path) ? render.gone(fullPath) : render.notFound(fullPath);
}

/** GET of its payload; `asked` is the path as the browser spells it. */
export async function answerMissingPayload(
  context: PageContext,
  request: Request,
  url: URL,
  asked: string,
): Promise<Response> {
  const { render } = context;
  const path = toPagePath(asked);
  const own = await readOwnersPage(context, request, path);
  if (own) return render.json(200, { [shortHash(asked)]: own.page }, privateNoStore);
  // The query of a payload begins with the id of the build.
  const search = url.search.replace(/^\?[^&]*&?/, '?');
  const redirect = await findRedirect(context, request, search, path);
  if (redirect && redirect !== 'gone') return toRedirectPayload(redirect, context, path);
  return redirect === 'gone' ? pageGone(context, path) : pageNotFound(context, path);
}

/** The error as JSON: whether there was a page is the same for all visitors. */
export function pageNotFound(context: PageContext, path: string): Response {
  if (isExpired(context, path)) return pageGone(context, path);
  return context.render.json(404, { error: { statusCode: 404, message: `Page not found: ${path}` } });
}

function pageGone({ render }: PageContext, path: string): Response {
  return render.json(410, { error: { statusCode: 410, message: `This page is gone: ${path}` } });
}

function isExpired({ content, site }: PageContext, path: string): boolean {
  return content.visiblePages(audienceOf(path, site)).find(toAddress(path))?.kind === 'expired';
}
