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

interface FoundCard {
  card: Card;
  path: string;
  /** Of a run: that it becomes private is not announced. */
  isShared: boolean;
}

/** GET /og/<hash>/<page>.png: the picture that represents an open page, a public run or a name in previews. */
export const answerOg: AnswerFormat = async (context, _request, [, hash, named = '']) => {
  const { cards, cdn, toUrl } = context;
  const asked = named === '/index' ? '/' : named;
  const isCurrent = ({ card, path }: FoundCard) => hash === toCardHash(card) && asked === path;
  let found = await findCardAt(context, asked);
  if (found && isCurrent(found)) {
    const picture = await cards.get(found.card);
    // The page may have been withdrawn while its picture was drawn, and a CDN would keep it.
    found = await findCardAt(context, asked);
    const shared = found && cdn?.ofPicture(found.isShared ? [] : [found.path]);
    if (found && isCurrent(found)) return new Response(picture, { headers: { ...headers, ...shared } });
  }
  if (!found) return undefined;
  // Every other address leads to the one of the picture as it is now.
  const { pathname } = new URL(toUrl(toCardPath(found.card, found.path)));
  return new Response(null, { status: 302, headers: { location: pathname, 'cache-control': 'no-cache' } });
};

async function findCardAt(context: FormatContext, path: string): Promise<FoundCard | undefined> {
  const shared = await findSharedCard(context, path);
  if (shared?.found) return { ...shared.found, isShared: true };
  // The same answer for a private run and for one that does not exist.
  const page = shared?.page ?? path;
  const { site, content } = context;
  if (isGuarded(page, site)) return undefined;
  const card = findCard(content.visiblePages('public'), siteAt(site, page), page);
  return card && { card, path: page, isShared: false };
}
