import type { NamesState } from '../../names/view-query.ts';
import { fieldsOf } from './names-address.ts';

/** What else the page shows, carried along by a form. */
export function StateFields({ state }: { state: NamesState }) {
  return fieldsOf(state).map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ));
}
