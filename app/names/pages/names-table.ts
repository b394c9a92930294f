import { maxExported } from '../../../names/filter.ts';
import { parseFilter } from '../../../names/filter-query.ts';
import { toFigures } from '../../../names/name-row.ts';
import type { Names } from '../../../names/names.ts';
import { findNames } from '../../../names/search.ts';
import { toCsv } from '../../format/csv.ts';

/** The names that match a filter, as CSV. */
export function toNamesTable(names: Names, query: URLSearchParams): string {
  const { filter } = parseFilter(query);
  const { lastYear } = names;
  const head = ['name', 'of', `rank ${lastYear}`, `children ${lastYear}`, 'peak', 'trend', 'girls lately %'];
  const more = ['syllables', 'girls ever', 'boys ever'];
  const rows = findNames(names, filter, maxExported).map((name) => toCells(names, name, filter.sex));
  return toCsv([...head, ...more], rows);
}

function toCells(names: Names, name: number, sex: Parameters<typeof toFigures>[2]): (string | number)[] {
  const { name: spelling, sex: of, rank, count, peak, trend, girls } = toFigures(names, name, sex);
  const totals = [names.totals[2 * name] ?? 0, names.totals[2 * name + 1] ?? 0];
  return [spelling, of, rank || '', count, peak, trend, girls, names.syllables[name] ?? '', ...totals];
}
