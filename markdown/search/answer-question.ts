import type { VisiblePages } from '../site-tree/visible-pages.ts';
import { type FindOptions, findPages } from './find-pages.ts';
import { createMarker } from './marks.ts';
import type { SearchQuery } from './parse-query.ts';
import type { SearchAnswer } from './search-answer.ts';
import { toResult } from './to-result.ts';

export interface Question {
  query: SearchQuery;
  limit: number;
  offset: number;
  /** On the clock of `performance.now()`. */
  deadline: number;
}

export interface AnswerOptions extends Pick<FindOptions, 'reader' | 'rows' | 'vocabulary'> {
  pages: Pick<VisiblePages, 'localNavigation'>;
}

/** Within a snapshot of the index: finds the pages, and reads the text of those that are shown. */
export function answerQuestion(
  { query, limit, offset, deadline }: Question,
  { pages, ...index }: AnswerOptions,
): Omit<SearchAnswer, 'revision'> {
  const { reader, rows } = index;
  const { ids, terms, ...found } = findPages(query, { ...index, count: offset + limit, deadline });
  const marker = createMarker(terms);
  const results = ids.slice(offset).flatMap((id) => {
    const page = rows[id];
    return page ? [toResult(page, reader.readText(id), marker, pages)] : [];
  });
  return { query: query.text, ...found, results };
}
