import { isGuarded } from '../../app/guard/rules.ts';
import { toRequestParts, toResponse } from '../../backend/http/prepared-response.ts';
import { type AnswerNames, searchPath, tablePath } from '../names/names-answer.ts';
import { askToSignIn, type PageContext } from './page-context.ts';
import { privateNoStore } from './render-pages.ts';

/** Names change once a year, and typing repeats the same requests. */
const cachedTenMinutes = 'public, max-age=600';

/** Imported with the first request about names, which many sites never get. */
const importers: Record<string, () => Promise<AnswerNames>> = {
  [searchPath]: async () => (await import('../names/answer-search.ts')).answerSearch,
  [tablePath]: async () => (await import('../names/answer-table.ts')).answerTable,
};

export function isNamesPath(path: string): boolean {
  return path in importers;
}

/** GET of a search or a table of baby names. */
export async function answerNames(context: PageContext, request: Request, url: URL): Promise<Response> {
  const { site, names, cache, render } = context;
  const visitor = isGuarded('/baby-names', site) ? await context.readVisitor(request) : undefined;
  if (visitor && visitor.state !== 'signed-in') return askToSignIn(context);
  const answer = await importers[url.pathname]?.();
  if (!answer) return render.notFound(url.pathname);
  const { key, type, headers, body } = await answer(names, url.searchParams);
  const all = { ...render.headersFor(type, visitor ? privateNoStore : cachedTenMinutes), ...headers };
  const create = async () => ({ status: 200, headers: all, body });
  return toResponse(await cache.answer(key, toRequestParts(request), create));
}
