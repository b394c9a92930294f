import type { NamesState } from '../../names/view-query.ts';
import { fieldsOf } from './names-address.ts';

/** The rest of the page state as hidden fields of a form. */
export function StateFields({ state }: { state: NamesState }) {
  return fieldsOf(state).map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ));
}
