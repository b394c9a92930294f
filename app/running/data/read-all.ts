import type { PostgrestError } from '@supabase/supabase-js';
import { toFault } from './running-fault.ts';

interface Page {
  data: unknown;
  error: PostgrestError | null;
  count: number | null;
  status?: number;
}

/** The maximum number of rows of an answer, on a hosted project as well. */
const pageSize = 1000;

/**
 * All rows of a query: the first page has the count, and the other pages are requested together. `ask` has to set an order and request an
 * exact count.
 */
export async function readAll<Row>(ask: (from: number, to: number) => PromiseLike<Page>): Promise<Row[]> {
  const read = async (from: number) => {
    const { data, error, count, status } = await ask(from, from + pageSize - 1);
    if (error) throw toFault(error, status);
    return { rows: (data ?? []) as Row[], count };
  };
  const first = await read(0);
  const pages = Math.ceil((first.count ?? 0) / pageSize);
  const starts = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => (index + 1) * pageSize);
  const others = await Promise.all(starts.map(read));
  return [first, ...others].flatMap(({ rows }) => rows);
}

/** Splits a list into parts that fit into a URL or a body. */
export function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
