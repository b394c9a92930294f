import type { ReadablePage } from './content-files.ts';

/** The day of a page's last change: what its author says, else the day its file was saved. */
export function updatedOf({ metadata, stamp }: Pick<ReadablePage, 'metadata' | 'stamp'>): string {
  return metadata.updated ?? new Date(stamp?.modified ?? 0).toISOString().slice(0, 10);
}
