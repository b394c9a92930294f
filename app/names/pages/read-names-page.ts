import type { NameSource } from '../../../names/name-source.ts';
import type { Names } from '../../../names/names.ts';
import { createNamesView, type NamesView } from '../../../names/view.ts';
import { toViewQuery } from '../../../names/view-query.ts';
import type { Head, PageDataByRoute } from '../../page-data.ts';

type PageData = PageDataByRoute['baby-names'];

export interface NamesPage {
  data: Pick<PageData, 'names'>;
  head: Partial<Head>;
  /** The canonical URL of the page. */
  query: string;
  /** Distinguishes a page with a note about its URL from the same page without one. */
  variant?: string;
}

/** The data of `/baby-names` for a query. When the names cannot be read, the page shows an error notice. */
export async function readNamesPage(
  source: NameSource,
  query: URLSearchParams,
  warn: Warn,
): Promise<NamesPage> {
  const names = await readNames(source, warn);
  if (!names)
    return {
      data: { names: { problem: true } },
      head: { title: 'Baby names' },
      query: '',
      variant: ' without names',
    };
  const view = await createNamesView(names, query);
  const page = { data: { names: view }, head: toHead(view), query: toViewQuery(view.state) };
  return view.notes.length === 0 ? page : { ...page, variant: ` ${view.notes.join(' ')}` };
}

export type Warn = (message: string, cause: unknown) => void;

/** Undefined when they cannot be read now. */
export function readNames(source: NameSource, warn: Warn): Promise<Names | undefined> {
  return source.read().catch((cause: unknown) => {
    warn('The names could not be read', cause);
    return undefined;
  });
}

/** A filter's page is not indexed by search engines: there are too many. */
function toHead({ state, compared }: NamesView): Partial<Head> {
  if (compared) return { title: `${state.compare.join(', ')} compared`, robots: 'noindex' };
  return { title: 'Baby names', ...(toViewQuery(state) !== '' && { robots: 'noindex' }) };
}
