import type { Content } from '../../markdown/open-content.ts';
import { HttpError, notFound } from '../http-error.ts';
import { isOwner } from '../session/owners.ts';
import type { ReadVisitor } from '../session/visitor.ts';
import type { PreviewLinks } from './preview-links.ts';

export interface PreviewEndpointOptions {
  siteUrl: string;
  content: Pick<Content, 'visiblePages'>;
  previews: PreviewLinks;
  readVisitor: ReadVisitor;
}

export const previewLinksPath = '/preview/links';

/** POST /preview/links?path=…: an owner makes a preview link of a page. */
export function createPreviewEndpoint(
  options: PreviewEndpointOptions,
): (request: Request) => Promise<Response> {
  const { siteUrl, content, previews, readVisitor } = options;
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    // Another site could make a visitor's browser send this with its cookies.
    const isOwn = request.headers.get('origin') === siteUrl;
    if (!isOwn || !isOwner(await readVisitor(request))) throw notFound(pathname);
    const found = content.visiblePages('owner').find(searchParams.get('path') ?? '');
    if (found?.kind !== 'page' || found.state === undefined)
      throw new HttpError(400, 'There is no unpublished page at this address.');
    const { token, expires } = await previews.create(found.summary.path);
    const body = { url: toPreviewUrl(siteUrl, token), until: new Date(expires).toISOString() };
    return Response.json(body, { status: 201, headers: { 'cache-control': 'private, no-store' } });
  };
}

export function toPreviewUrl(siteUrl: string, token: string): string {
  return `${siteUrl}/preview/${token}`;
}
