import { hash } from 'node:crypto';
import { formatNumber } from '../../app/format/count.ts';
import type { Head, PageDataByRoute } from '../../app/page-data.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { siteAt } from '../../app/site-language.ts';
import { wordsIn } from '../../app/words/words.ts';
import type { Audience } from '../../markdown/files/content-files.ts';
import type { Search } from '../../markdown/search/open-search.ts';
import type { QueryFault } from '../../markdown/search/parse-query.ts';

const pageSize = 10;

/** The content of `/search?q=&page=`. Undefined: there is no such page of results. */
export function readSearchPage(
  search: Pick<Search, 'find'> | undefined,
  query: URLSearchParams,
  { audience, prefix, site }: { audience: Audience; prefix: string; site: SiteConfig },
) {
  const { language } = siteAt(site, prefix);
  const words = wordsIn(language);
  const question = query.get('q') ?? '';
  const page = Number(query.get('page') ?? 1);
  const head: Head = { title: words.searching.search, robots: 'noindex' };
  const empty: PageDataByRoute['search'] = { question: question.trim(), page: 1, pageCount: 1 };
  if (empty.question === '') return { data: empty, head };
  if (!Number.isInteger(page) || page < 1 || page > 1000) return undefined;
  const answer = search?.find(question, {
    audience,
    prefix,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  });
  if (!answer) return { data: empty, head };
  // What is found changes with the content and with who is asking: the answer itself is part of the key.
  const variant = ` ${audience} ${hash('sha1', JSON.stringify(answer))}`;
  if ('fault' in answer) {
    const data = { ...empty, question: question.slice(0, 200), fault: describeFault(answer, language) };
    return { data, head, status: 400, variant };
  }
  const pageCount = Math.max(1, Math.ceil(answer.total / pageSize));
  if (page > pageCount) return undefined;
  const data: PageDataByRoute['search'] = { question: answer.query, page, pageCount, answer };
  const address = new URLSearchParams({ q: answer.query, ...(page > 1 && { page: String(page) }) });
  return {
    data,
    head: { ...head, title: words.searchFor(answer.query) },
    query: `?${address}`,
    variant,
  };
}

/** What is wrong with a question, as a sentence for the visitor who asked it. */
export function describeFault({ fault, most }: QueryFault, language: string): string {
  return wordsIn(language).questionFaults[fault](formatNumber(most, language));
}
