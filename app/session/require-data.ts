import type { PostgrestError, PostgrestSingleResponse } from '@supabase/supabase-js';

/** A function that resolves to the data of an answer, or throws what `toFault` makes of its error. */
export function createRequireData(toFault: (error: PostgrestError, status: number) => Error) {
  return async <Data>(answer: PromiseLike<PostgrestSingleResponse<Data>>): Promise<Data> => {
    const { data, error, status } = await answer;
    if (error) throw toFault(error, status);
    return data;
  };
}
