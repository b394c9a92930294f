import { toCsv } from '../../app/format/csv.ts';
import { maxExported } from '../../names/filter.ts';
import { parseFilter, toQuery } from '../../names/filter-query.ts';
import { toFigures } from '../../names/name-row.ts';
import type { Names } from '../../names/names.ts';
import { findNames } from '../../names/search.ts';
import type { NameSource } from './name-source.ts';
import { type NamesAnswer, tablePath } from './names-answer.ts';

/** `GET /baby-names/names.csv`: the names that match a filter, as CSV. */
export async function answerTable(source: NameSource, query: URLSearchParams): Promise<NamesAnswer> {
  const names = await source.read();
  const filter = { ...parseFilter(query).filter, page: 1 };
  const { lastYear } = names;
  const head = ['name', 'of', `rank ${lastYear}`, `children ${lastYear}`, 'peak', 'trend', 'girls lately %'];
  const more = ['syllables', 'girls ever', 'boys ever'];
  const rows = findNames(names, filter, maxExported).map((name) => toCells(names, name, filter.sex));
  return {
    key: `${tablePath} ${toQuery(filter)}`,
    type: 'text/csv; charset=utf-8',
    headers: { 'content-disposition': 'attachment; filename="names.csv"' },
    body: toCsv([...head, ...more], rows),
  };
}

function toCells(names: Names, name: number, sex: Parameters<typeof toFigures>[2]): (string | number)[] {
  const { name: spelling, sex: of, rank, count, peak, trend, girls } = toFigures(names, name, sex);
  const totals = [names.totals[2 * name] ?? 0, names.totals[2 * name + 1] ?? 0];
  return [spelling, of, rank || '', count, peak, trend, girls, names.syllables[name] ?? '', ...totals];
}
