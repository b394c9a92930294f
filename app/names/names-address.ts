import { emptyFilter } from '../../names/filter.ts';
import { type NamesState, toViewQuery } from '../../names/view-query.ts';

export const namesPath = '/baby-names';
/** The part of the page with the names one likes. */
export const shortlistId = 'shortlist';

export const emptyState: NamesState = {
  filter: emptyFilter,
  name: '',
  compare: [],
  surname: '',
  chart: 'share',
};

/** The address of the page in a state, changed in some parts. */
export function hrefOf(state: NamesState, change: Partial<NamesState> = {}, part = ''): string {
  return namesPath + toViewQuery({ ...state, ...change }) + part;
}

/** The fields of a state that a form has to carry along so that nothing is lost when it is sent without a script. */
export function fieldsOf(state: NamesState): [name: string, value: string][] {
  return [...new URLSearchParams(toViewQuery(state))];
}
