import { toNamesTable } from '../../app/names/pages/names-table.ts';
import { parseFilter, toQuery } from '../../names/filter-query.ts';
import type { NameSource } from '../../names/name-source.ts';
import { type NamesAnswer, tablePath } from './names-answer.ts';

/** `GET /baby-names/names.csv`: the names that match a filter, as CSV. */
export async function answerTable(source: NameSource, query: URLSearchParams): Promise<NamesAnswer> {
  return {
    key: `${tablePath} ${toQuery({ ...parseFilter(query).filter, page: 1 })}`,
    type: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': 'attachment; filename="names.csv"' },
    body: toNamesTable(await source.read(), query),
  };
}
