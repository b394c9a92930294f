import { hash } from 'node:crypto';
import { isGuarded } from '../../app/guard/rules.ts';
import { siteAt } from '../../app/site-language.ts';
import { toRequestParts, toResponse } from '../../backend/http/prepared-response.ts';
import { HttpError } from '../http-error.ts';
import { withAdminPages } from '../search/find-admin-pages.ts';
import { describeFault } from '../search/read-search-page.ts';
import { askToSignIn, audienceOfVisitor, type PageContext } from './page-context.ts';
import { json, privateNoStore } from './render-pages.ts';

const shortly = 'public, max-age=60';
const defaultLimit = 8;
const maxLimit = 20;

/** GET /search.json?q=&limit=: the pages that match. Signed-in users also find guarded pages, and owners drafts. `prefix` is the language's. */
export async function answerSearch(
  context: PageContext,
  request: Request,
  url: URL,
  prefix: string,
): Promise<Response> {
  const { search, searchCache, render, site } = context;
  const visitor = await context.readVisitor(request);
  const isSignedIn = visitor.state === 'signed-in';
  if (!isSignedIn && isGuarded(`${prefix}/search`, site)) return askToSignIn(context);
  const limit = readLimit(url.searchParams.get('limit'));
  const audience = audienceOfVisitor(visitor);
  const answer = search?.find(url.searchParams.get('q') ?? '', { audience, limit, prefix });
  if (!search || !answer) throw new HttpError(404, 'This site has no search.');
  if ('fault' in answer) throw new HttpError(400, describeFault(answer, siteAt(site, prefix).language));
  const isOwners = context.hasAdmin && audience === 'owner';
  if (isSignedIn) return render.json(200, isOwners ? withAdminPages(answer) : answer, privateNoStore);
  const body = JSON.stringify(answer);
  // What is not all there is asked for again.
  const isFinal = !answer.indexing && !answer.partial;
  const headers = render.headersFor(json, isFinal ? shortly : 'no-store');
  const create = async () => ({ status: 200, headers, body });
  const key = `${headers['cache-control']} ${hash('sha1', body)}`;
  const response = toResponse(await searchCache.answer(key, toRequestParts(request), create));
  response.headers.set('vary', 'Accept-Encoding, Cookie');
  for (const [name, value] of Object.entries(context.cdn?.notKept ?? {})) response.headers.set(name, value);
  return response;
}

function readLimit(text: string | null): number {
  if (text === null) return defaultLimit;
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxLimit) return limit;
  throw new HttpError(400, `The parameter limit must be a number from 1 to ${maxLimit}.`);
}
