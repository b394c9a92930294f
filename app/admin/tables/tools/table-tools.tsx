import type { TableDetails } from '../table-data.ts';

export function TableTools(_props: { table: TableDetails; query: URLSearchParams; onChanged(): void }) {
  return null;
}
