import { normalizeName } from '../../../names/find-name.ts';
import { parseView, toName } from '../../../names/view-query.ts';
import { nameHref, namesPath } from '../names-address.ts';

/** A name was once a query: `/baby-names?name=Emma`. What else the query says is the state of the page. */
export function findMovedName(path: string, query: URLSearchParams): string | undefined {
  const name = path === namesPath && !query.has('compare') ? toName(query.get('name') ?? '') : '';
  return name === '' ? undefined : nameHref(normalizeName(name), parseView(query).state);
}
