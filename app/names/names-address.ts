import { emptyFilter } from '../../names/filter.ts';
import { type NamesState, toViewQuery } from '../../names/view-query.ts';

export const namesPath = '/baby-names';
/** The id of the section with the shortlist. */
export const shortlistId = 'shortlist';

export const emptyState: NamesState = {
  filter: emptyFilter,
  name: '',
  compare: [],
  surname: '',
  chart: 'share',
};

/** The address of a page state with some changes. */
export function hrefOf(state: NamesState, change: Partial<NamesState> = {}, part = ''): string {
  return namesPath + toViewQuery({ ...state, ...change }) + part;
}

/** The fields of a state that a form needs as hidden inputs, so that nothing is lost when it is submitted without a script. */
export function fieldsOf(state: NamesState): [name: string, value: string][] {
  return [...new URLSearchParams(toViewQuery(state))];
}
