import { answerQuestion, maxPrefixLength } from '../../names/answer-question.ts';
import { toQuery } from '../../names/filter-query.ts';
import type { NameSource } from '../../names/name-source.ts';
import { type NamesAnswer, searchPath } from './names-answer.ts';

/** `GET /baby-names/search.json`: the explorer's search while the user types. The response is the same for all visitors. */
export async function answerSearch(source: NameSource, query: URLSearchParams): Promise<NamesAnswer> {
  const answer = answerQuestion(await source.read(), query);
  const asked =
    'filter' in answer
      ? `${toQuery(answer.filter)} ${answer.notes.join(' ')}`
      : `complete ${query.get('complete')?.slice(0, maxPrefixLength)}`;
  return {
    key: `${searchPath} ${asked}`,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(answer),
  };
}
