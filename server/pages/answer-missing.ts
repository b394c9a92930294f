/** An address without a page: a redirect, an expired page, or nothing. */
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
  return isGone ? render.gone(fullPath, settle) : render.notFound(fullPath, settle);
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
  return context.render.json(404, { error: { statusCode: 404, message: `Page not found: ${path}` } });
}

function pageGone({ render }: PageContext, path: string): Response {
  return render.json(410, { error: { statusCode: 410, message: `This page is gone: ${path}` } });
}

function isExpired({ content, site }: PageContext, path: string): boolean {
  return content.visiblePages(audienceOf(path, site)).find(toAddress(path))?.kind === 'expired';
}
