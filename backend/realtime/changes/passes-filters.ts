import type { ActiveBinding } from './active-bindings.ts';
import { type ChangedRow, errorOf } from './change-data.ts';
import type { FilterAnswers } from './filter-answers.ts';

/** Whether a change passes all filters of a binding; undefined while one must be asked for. An error passes all. */
export function passesFilters(
  { filters, subscriber }: ActiveBinding,
  row: ChangedRow,
  answers: FilterAnswers,
): boolean | undefined {
  const { role } = subscriber.viewer;
  if (errorOf(row.type, row.definition, role) !== undefined) return true;
  const { columnsByName, selectable } = row.definition;
  const values = row.type === 'DELETE' ? row.old : row.record;
  let isDecided = true;
  for (const filter of filters) {
    const column = columnsByName.get(filter.column);
    const value = values.get(filter.column);
    // What was not sent, or may not be read any more, does not match.
    if (column === undefined || value === undefined || !selectable[role].has(filter.column)) return false;
    const truth = answers.match(filter, column, value, role);
    if (truth === false || truth === null) return false;
    if (truth === undefined) isDecided = false;
  }
  return isDecided ? true : undefined;
}
