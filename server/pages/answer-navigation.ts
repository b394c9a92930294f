import { toRequestParts, toResponse } from '../../backend/http/prepared-response.ts';
import type { PageContext } from './page-context.ts';
import { json, mustRevalidate, privateNoStore } from './render-pages.ts';

export const navigationPath = '/navigation.json';

/** GET /navigation.json: signed-in users get every page, other visitors the open ones. */
export async function answerNavigation(context: PageContext, request: Request): Promise<Response> {
  const { content, cache, render } = context;
  const reader = content.visiblePages('reader');
  const isForAll = !reader.pages().some(({ guarded }) => guarded);
  if (!isForAll && (await context.readVisitor(request)).state === 'signed-in')
    return render.json(200, reader.navigation(), privateNoStore);
  const create = async () => ({
    status: 200,
    headers: render.headersFor(json, mustRevalidate),
    body: JSON.stringify(content.visiblePages('public').navigation()),
  });
  // Under its own path it would be sent to signed-in users too, because the cache is read before the session.
  const key = isForAll ? navigationPath : `${navigationPath} of open pages`;
  return toResponse(await cache.answer(key, toRequestParts(request), create));
}
