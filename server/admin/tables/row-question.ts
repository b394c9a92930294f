/** The query of a list of rows, as the argument of the database function that reads it. */
import { parseFilter, parseList, parseSort, parseTable } from '../../../app/admin/tables/table-address.ts';
import { badRequest } from '../serve-admin.ts';

export interface TableArgs {
  schema_name: string;
  table_name: string;
}

export interface RowQuestion {
  filters: { column: string; operator: string; value: string; values?: string[] }[];
  sort?: string;
  descending?: boolean;
  after?: (string | null)[];
  search?: string;
  limit: number;
}

const pageSize = 100;
const maxFilters = 20;
const maxText = 1000;

export function readTable(query: URLSearchParams): TableArgs {
  return tableArgs(query.get('table') ?? '');
}

export function tableArgs(text: string): TableArgs {
  const table = parseTable(text);
  if (!table) throw badRequest('table: schema and name, as in public.runs');
  return { schema_name: table.schema, table_name: table.name };
}

/** Throws on a filter, an order or a cursor that cannot be read. */
export function readQuestion(query: URLSearchParams): RowQuestion {
  const filters = query.getAll('filter').map((text) => {
    const filter = parseFilter(text.slice(0, maxText));
    if (!filter) throw badRequest(`filter: column.operator.value, as in title.eq.Home (not “${text}”)`);
    return { ...filter, ...(filter.operator === 'in' && { values: parseList(filter.value) }) };
  });
  if (filters.length > maxFilters) throw badRequest(`filter: at most ${maxFilters}`);
  const search = query.get('q')?.slice(0, maxText);
  return {
    filters,
    ...readSort(query.get('sort')),
    ...readAfter(query.get('after')),
    ...(search && { search }),
    limit: readLimit(query.get('limit')),
  };
}

function readSort(text: string | null): Pick<RowQuestion, 'sort' | 'descending'> {
  if (text === null) return {};
  const sort = parseSort(text);
  if (!sort) throw badRequest(`sort: a column and a direction, as in title.desc (not “${text}”)`);
  return { sort: sort.column, descending: sort.descending };
}

function readLimit(text: string | null): number {
  const limit = text === null ? pageSize : Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > pageSize) throw badRequest(`limit: 1 to ${pageSize}`);
  return limit;
}

export function toCursor(values: readonly (string | null)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

function readAfter(text: string | null): Pick<RowQuestion, 'after'> {
  if (text === null) return {};
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(values) && values.every((value) => value === null || typeof value === 'string'))
      return { after: values };
  } catch {
    // Answered below.
  }
  throw badRequest('after: take it from the answer before');
}
