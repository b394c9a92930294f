/** An address without a page: a redirect, an expired page, or nothing. */
import { prefixOf } from '../../app/site-language.ts';
import type { NearPage } from '../../markdown/document.ts';
import { findNearPages } from '../../markdown/search/near-pages.ts';
import { toAddress } from './address.ts';
import { findRedirect, toRedirectPayload, toRedirectResponse } from './answer-redirect.ts';
import type { PageContext } from './page-context.ts';
import { audienceOf } from './read-tree-page.ts';

/** GET of such an address. */
export async function answerMissing(
  context: PageContext,
  request: Request,
  url: URL,
  path: string,
): Promise<Response> {
  const { render } = context;
  const redirect = await findRedirect(context, request, url.search, path);
  if (redirect && redirect !== 'gone') return toRedirectResponse(redirect, context, url);
  const fullPath = url.pathname + url.search;
  // An owner whose token has expired may have a draft here. The same for all addresses, so that it tells nothing of any.
  const settle = (await context.readVisitor(request)).state === 'unsettled';
  const isGone = redirect === 'gone' || isExpired(context, path);
  return isGone ? render.gone(fullPath, settle) : render.notFound(fullPath, settle, nearPages(context, path));
}

/** GET of its payload. */
export async function answerMissingPayload(
  context: PageContext,
  request: Request,
  url: URL,
  path: string,
): Promise<Response> {
  // The query of a payload begins with the id of the build.
  const search = url.search.replace(/^\?[^&]*&?/, '?');
  const redirect = await findRedirect(context, request, search, path);
  if (redirect && redirect !== 'gone') return toRedirectPayload(redirect, context, path);
  return redirect === 'gone' ? pageGone(context, path) : pageNotFound(context, path);
}

/** The error as JSON: whether there was a page is the same for all visitors. */
export function pageNotFound(context: PageContext, path: string): Response {
  if (isExpired(context, path)) return pageGone(context, path);
  const near = nearPages(context, path);
  const error = { statusCode: 404, message: `Page not found: ${path}`, ...(near.length > 0 && { near }) };
  return context.render.json(404, { error });
}

function pageGone({ render }: PageContext, path: string): Response {
  return render.json(410, { error: { statusCode: 410, message: `This page is gone: ${path}` } });
}

/** Of the pages that strangers may know, for any visitor: the answer tells nothing of any other. */
function nearPages({ content, site }: PageContext, path: string): NearPage[] {
  return findNearPages(content.visiblePages('public').pages(), path, prefixOf(path, site));
}

function isExpired({ content, site }: PageContext, path: string): boolean {
  return content.visiblePages(audienceOf(path, site)).find(toAddress(path))?.kind === 'expired';
}
