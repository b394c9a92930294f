import type { PostgrestError } from '@supabase/supabase-js';
import { toFault } from './running-fault.ts';

interface Page {
  data: unknown;
  error: PostgrestError | null;
  count: number | null;
  status?: number;
}

/** An answer has this many rows at most, on a hosted project as well. */
const pageSize = 1000;

/**
 * All rows of a question, however many they are: the first page says how many, and the others are asked for together.
 * `ask` has to name an order and ask for an exact count.
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

/** A list in parts that fit into an address or a body. */
export function inParts<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
