import type { PostgrestError } from '@supabase/supabase-js';

interface Answer {
  data: unknown;
  error: PostgrestError | null;
  status?: number;
}

/**
 * A function that resolves to the data of an answer, or throws what `toFault` makes of its error. Only the migration describes the
 * tables, so each call states the type.
 */
export function createRequireData(toFault: (error: PostgrestError, status: number) => Error) {
  return async <Data>(answer: PromiseLike<Answer>): Promise<Data> => {
    const { data, error, status = 0 } = await answer;
    if (error) throw toFault(error, status);
    return data as Data;
  };
}
