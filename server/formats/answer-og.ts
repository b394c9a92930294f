import { isGuarded } from '../../app/guard/rules.ts';
import { findCard, toCardHash, toCardPath } from '../og/card.ts';
import type { AnswerFormat } from './format-context.ts';

/** Every word on the picture is the site's; the address only selects a page. */
const headers = {
  'content-type': 'image/png',
  'cache-control': 'public, max-age=31536000, immutable',
  // Pages of other sites show it.
  'cross-origin-resource-policy': 'cross-origin',
};

/** GET /og/<hash>/<page>.png: the picture that represents an open page in previews. */
export const answerOg: AnswerFormat = async (context, _request, [, hash, named = '']) => {
  const { site, content, cards, toUrl } = context;
  const path = named === '/index' ? '/' : named;
  const card = isGuarded(path, site) ? undefined : findCard(content.visiblePages('public'), site, path);
  if (!card) return undefined;
  if (hash !== toCardHash(card)) {
    const { pathname } = new URL(toUrl(toCardPath(card, path)));
    return new Response(null, { status: 302, headers: { location: pathname, 'cache-control': 'no-cache' } });
  }
  return new Response(await cards.get(card), { headers });
};
