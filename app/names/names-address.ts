import { emptyFilter } from '../../names/filter.ts';
import { normalizeName } from '../../names/find-name.ts';
import {
  type NameState,
  type NamesState,
  parseView,
  toName,
  toNameQuery,
  toViewQuery,
} from '../../names/view-query.ts';

export const namesPath = '/baby-names';
/** The shortlist of this browser, or the lists of a signed-in user. */
export const listsPath = `${namesPath}/lists`;

export function toListPath(id: string): string {
  return `${listsPath}/${id}`;
}

export const emptyState: NamesState = {
  filter: emptyFilter,
  compare: [],
  surname: '',
  chart: 'share',
};

/** The address of a state of the page of all names, with some changes. */
export function hrefOf(state: NamesState, change: Partial<NamesState> = {}, part = ''): string {
  return namesPath + toViewQuery({ ...state, ...change }) + part;
}

/** The path of a name's page: in small letters, as it is typed. */
export function toNamePath(name: string): string {
  return `${namesPath}/${encodeURIComponent(name.toLowerCase())}`;
}

/** Whether a path has the form of a name's page. Whether there is such a name, the data say. */
export function isNamePath(path: string): boolean {
  return /^\/baby-names\/[a-z]{2,20}$/.test(path) && path !== listsPath;
}

/** The address of a name's page. The surname and the kind of chart are kept from name to name. */
export function nameHref(name: string, { surname, chart }: NameState = emptyState): string {
  return toNamePath(name) + toNameQuery({ surname, chart });
}

/** A name was once a query: `/baby-names?name=Emma`. What else the query says is the state of the page. */
export function findMovedName(path: string, query: URLSearchParams): string | undefined {
  const name = path === namesPath && !query.has('compare') ? toName(query.get('name') ?? '') : '';
  return name === '' ? undefined : nameHref(normalizeName(name), parseView(query).state);
}
