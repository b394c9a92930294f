import type { FilterName } from './list/filter-files.ts';

/** The list, as it is filtered. */
export function toListAddress(filter: FilterName, search: string): string {
  const query = new URLSearchParams();
  if (filter !== 'all') query.set('show', filter);
  if (search !== '') query.set('q', search);
  return query.size > 0 ? `/admin/write?${query}` : '/admin/write';
}

export function toEditorAddress(file: string): string {
  return `/admin/write?${new URLSearchParams({ file })}`;
}
