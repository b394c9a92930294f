import type { ReadablePage } from './content-files.ts';

/** The day of a page's last change: what its author says, else the day of its last commit, else the day its file was saved. */
export function updatedOf(page: Pick<ReadablePage, 'metadata' | 'committed' | 'stamp'>): string {
  const { metadata, committed, stamp } = page;
  return metadata.updated ?? committed ?? new Date(stamp?.modified ?? 0).toISOString().slice(0, 10);
}
