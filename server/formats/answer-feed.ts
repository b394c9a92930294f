import { isGuarded } from '../../app/guard/rules.ts';
import { prefixOf, siteAt } from '../../app/site-language.ts';
import { createFeed, findFeedScope } from '../../markdown/formats/feed.ts';
import { feedFormats } from '../../markdown/formats/write-feeds.ts';
import type { AnswerFormat } from './format-context.ts';

/** Feed readers that run in a browser are on other sites. */
const forOtherSites = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** GET <folder>/feed.xml, /rss.xml and /feed.json: the newest articles of the site, of a folder or of a tag. */
export const answerFeed: AnswerFormat = async (context, request, [path = '', folder = '', name = '']) => {
  const pages = context.content.visiblePages('public');
  const format = feedFormats[name];
  const place = folder || '/';
  const scope = isGuarded(place, context.site)
    ? undefined
    : findFeedScope(pages, place, prefixOf(place, context.site));
  if (!scope || !format) return undefined;
  return context.answer(request, path, async () => ({
    type: format.type,
    body: format.write(await createFeed({ ...context, site: siteAt(context.site, place), pages }, scope)),
    headers: forOtherSites,
  }));
};
