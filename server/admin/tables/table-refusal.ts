import { AdminError } from '../admin-error.ts';
import { BackendRefusal } from '../ask-backend.ts';
import { createExplainRefusal } from '../explain-refusal.ts';

const explain = createExplainRefusal({
  statuses: {
    no_table: 404,
    no_person: 404,
    not_staged: 404,
    no_column: 400,
    bad_filter: 400,
    bad_cursor: 400,
    bad_key: 400,
    bad_value: 422,
    no_order: 422,
    read_only: 409,
    no_key: 409,
  },
  tooSlow:
    'The database needed longer than its time limit, and nothing was changed. Filter by a column that has an index, or take fewer rows at a time.',
});

/** What the functions of tables refuse, and what the database says about values and patterns. */
export function explainTableRefusal(error: unknown): never {
  // Bad data in a cast or a pattern, or a table that vanished meanwhile: the database says what.
  const isData = error instanceof BackendRefusal && error.hint === '' && /^(22|42)/.test(error.code);
  if (isData && error.code !== '42501') throw new AdminError(422, error.code, error.message);
  return explain(error);
}
