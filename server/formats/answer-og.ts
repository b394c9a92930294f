import { isGuarded } from '../../app/guard/rules.ts';
import { siteAt } from '../../app/site-language.ts';
import { type Card, findCard, toCardHash, toCardPath } from '../og/card.ts';
import { findSharedCard } from '../og/shared-cards.ts';
import type { AnswerFormat, FormatContext } from './format-context.ts';

/** Every word on the picture is the site's; the address only selects a page. */
const headers = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=31536000, immutable',
  // Pages of other sites show it.
  'cross-origin-resource-policy': 'cross-origin',
};

/** GET /og/<hash>/<page>.png: the picture that represents an open page, a public run or a name in previews. */
export const answerOg: AnswerFormat = async (context, _request, [, hash, named = '']) => {
  const path = named === '/index' ? '/' : named;
  const shared = await findSharedCard(context, path);
  if (shared?.found) return answerCard(context, { ...shared.found, isShared: true }, hash, path);
  // The same answer for a private run and for one that does not exist.
  const page = shared?.page ?? path;
  const { site, content } = context;
  if (isGuarded(page, site)) return undefined;
  const card = findCard(content.visiblePages('public'), siteAt(site, page), page);
  return card && answerCard(context, { card, path: page }, hash, path);
};

/** Every other address leads to the one of the picture as it is now. */
async function answerCard(
  { cards, cdn, toUrl }: FormatContext,
  { card, path, isShared = false }: { card: Card; path: string; isShared?: boolean },
  hash: string | undefined,
  asked: string,
): Promise<Response> {
  // That a run becomes private is not announced.
  const shared = cdn?.ofPicture(isShared ? [] : [path]);
  if (hash === toCardHash(card) && asked === path)
    return new Response(await cards.get(card), { headers: { ...headers, ...shared } });
  const { pathname } = new URL(toUrl(toCardPath(card, path)));
  return new Response(null, { status: 302, headers: { location: pathname, 'cache-control': 'no-cache' } });
}
