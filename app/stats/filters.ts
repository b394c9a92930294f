import site from '../../site.config.ts';

/** Each filters by one value. The names are those in the address, and the keys of `filters` of `page_view_report`. */
export const filterKinds = ['page', 'referrer', 'device', 'country'] as const;
export type FilterKind = (typeof filterKinds)[number];
export type Filters = Partial<Record<FilterKind, string>>;

export const kindTitles: Record<FilterKind, string> = {
  page: 'Page',
  referrer: 'Referrer',
  device: 'Device',
  country: 'Country',
};

export function readFilters(query: URLSearchParams): Filters {
  return Object.fromEntries(
    filterKinds.flatMap((kind) => (query.get(kind) ? [[kind, query.get(kind)]] : [])),
  );
}

export function isFiltered(filters: Filters): boolean {
  return Object.keys(filters).length > 0;
}

export function without(filters: Filters, kind: FilterKind): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([each]) => each !== kind));
}

/** A value as it is shown: `Phone`, `Germany`. */
export function describeValue(kind: FilterKind, value: string): string {
  if (kind === 'device') return value.charAt(0).toUpperCase() + value.slice(1);
  return kind === 'country' ? formatCountry(value) : value;
}

/** A code that is none, as someone may write it into the address, stays as it is. */
function formatCountry(code: string): string {
  try {
    return new Intl.DisplayNames(site.language, { type: 'region', fallback: 'code' }).of(code) ?? code;
  } catch {
    return code;
  }
}
