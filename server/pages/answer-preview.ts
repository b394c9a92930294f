/** GET /preview/<token>: a page that is not published, for a visitor with a link that an owner made. */

import { isGuarded } from '../../app/guard/rules.ts';
import type { Page, PageDataByRoute } from '../../app/page-data.ts';
import { shortHash } from '../../app/runtime/short-hash.ts';
import { prefixOf } from '../../app/site-language.ts';
import type { Article, ArticleBody } from '../../markdown/document.ts';
import { sendPicture } from '../pictures.ts';
import type { PreviewLink } from '../preview/preview-links.ts';
import { toAddress } from './address.ts';
import type { PageContext } from './page-context.ts';
import type { FoundPage } from './page-reader.ts';
import { readUnpublished } from './read-unpublished.ts';
import { privateNoStore, toPrivateResponse } from './render-pages.ts';

export const previewPrefix = '/preview/';

const form = /^\/preview\/([\w.-]+)(\/_payload\.json|\/pictures\/.+)?$/;

/** Undefined for a token that is not valid, whatever the reason: the address is then answered like any other without a page. */
export async function answerPreview(
  context: PageContext,
  request: Request,
  url: URL,
): Promise<Response | undefined> {
  const [, token = '', rest = ''] = form.exec(url.pathname) ?? [];
  const link = token === '' ? undefined : await context.previews?.find(token);
  if (!link) return undefined;
  const response = rest.startsWith('/pictures/')
    ? await answerPicture(context, request, link, rest)
    : await answerLink(context, link, { address: previewPrefix + token, isPayload: rest !== '' });
  response?.headers.set('referrer-policy', 'no-referrer');
  response?.headers.set('x-robots-tag', 'noindex');
  return response;
}

async function answerLink(
  context: PageContext,
  link: PreviewLink,
  { address, isPayload }: { address: string; isPayload: boolean },
): Promise<Response | undefined> {
  const { render } = context;
  const found = await readUnpublished(context, link.path);
  if (found) {
    const page = toPreview(context, found, link, address);
    if (isPayload) return render.json(200, { [shortHash(address)]: page.page }, privateNoStore);
    return toPrivateResponse(await render.page(page));
  }
  // It has been published meanwhile.
  if (!(await context.readPage(link.path, new URLSearchParams()))) return undefined;
  const location = toAddress(link.path);
  if (isPayload) return render.json(200, { redirect: location }, privateNoStore);
  return new Response(null, { status: 302, headers: { location, 'cache-control': privateNoStore } });
}

/** The page with its pictures under the address of the link, because strangers do not get them anywhere else. */
function toPreview(
  { site }: PageContext,
  found: FoundPage,
  { path, expires }: PreviewLink,
  address: string,
): FoundPage {
  const { data, head, unpublished } = found.page;
  const prefix = prefixOf(path, site);
  // The picture's address for other sites would not work.
  const { image: _image, ...ownHead } = head;
  const page: Page = {
    route: 'article',
    head: ownHead,
    ...(prefix !== '' && { languagePath: prefix }),
    data: toPreviewData(data, address, isGuarded(path, site)),
    ...(unpublished && { unpublished: { ...unpublished, previewUntil: new Date(expires).toISOString() } }),
  };
  return { ...found, key: address, page };
}

/**
 * What is around a guarded page names others that strangers may not know, and a page with a route of its own, such as `/about`, has
 * another address: both are shown as their text alone.
 */
function toPreviewData(data: Page['data'], address: string, isAlone: boolean): PageDataByRoute['article'] {
  if (data === null) return { kind: 'settling' };
  const text = 'article' in data ? data.article : 'intro' in data ? data.intro : undefined;
  const moved = text && moveArticle(text, address);
  if (isAlone || !('kind' in data))
    return moved ? { kind: 'article', article: moved, neighbours: {} } : { kind: 'settling' };
  if (data.kind === 'settling' || !moved) return data;
  return data.kind === 'article' ? { ...data, article: moved } : { ...data, intro: moved };
}

function moveArticle({ image, ...article }: Article, address: string): Article {
  const moved = image && {
    image: { ...image, src: image.src.replace(/^\/pictures\//, `${address}/pictures/`) },
  };
  return { ...article, ...moved, body: movePictures(article.body, address) };
}

/** Only real tags match: in text `<` is written as an entity. */
function movePictures(body: ArticleBody, address: string): ArticleBody {
  return {
    html: body.html.replace(/(<(?:img|a)\b[^>]*?\s(?:src|href)=")\/pictures\//g, `$1${address}/pictures/`),
    islands: body.islands.map(({ children, ...island }) =>
      children ? { ...island, children: movePictures(children, address) } : island,
    ),
  };
}

async function answerPicture(
  { content }: PageContext,
  request: Request,
  link: PreviewLink,
  pathname: string,
): Promise<Response | undefined> {
  const picture = await content.findPicture(pathname);
  if (!picture?.shownBy.includes(link.path)) return undefined;
  const response = await sendPicture(request, picture);
  response.headers.set('cache-control', privateNoStore);
  return response;
}
