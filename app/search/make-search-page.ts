import { wordsAt } from '../current-site.ts';
import type { Page } from '../page-data.ts';
import { toUnavailable } from '../runtime/payload.ts';
import { searchFiles } from './search-files.ts';

const pageSize = 10;
/** As the field on the page takes them. */
const maxLetters = 200;

/** The page of results on an exported site. */
export async function makeSearchPage(place: Pick<URL, 'pathname' | 'search'>): Promise<Page<'search'>> {
  const query = new URLSearchParams(place.search);
  const question = (query.get('q') ?? '').trim().slice(0, maxLetters);
  const words = wordsAt(place.pathname);
  const head = { title: words.searching.search, robots: 'noindex' };
  if (question === '') return { route: 'search', head, data: { question, page: 1, pageCount: 1 } };
  const page = Math.max(1, Math.trunc(Number(query.get('page') ?? 1)) || 1);
  const asked = { offset: (page - 1) * pageSize, limit: pageSize };
  const answer = await searchFiles(question, asked).catch((error: unknown) => {
    throw toUnavailable(error, place);
  });
  const pageCount = Math.max(1, Math.ceil(answer.total / pageSize));
  return {
    route: 'search',
    head: { ...head, title: words.searchFor(question) },
    data: { question, page, pageCount, answer },
  };
}
