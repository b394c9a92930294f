import type { ContentEntry } from '../content-data.ts';

export const filters = [
  { name: 'all', title: 'All' },
  { name: 'drafts', title: 'Drafts' },
  { name: 'scheduled', title: 'Scheduled' },
  { name: 'published', title: 'Published' },
  { name: 'faults', title: 'With faults' },
] as const;

export type FilterName = (typeof filters)[number]['name'];

export function readFilter(value: string | null): FilterName {
  return filters.find(({ name }) => name === value)?.name ?? 'all';
}

const belongs: Record<FilterName, (entry: ContentEntry) => boolean> = {
  all: () => true,
  drafts: ({ state }) => state === 'draft',
  scheduled: ({ state }) => state === 'scheduled',
  published: ({ state }) => state === 'published' || state === 'unlisted',
  faults: ({ faults }) => faults.length > 0,
};

/** The pages that match, in the order of the list: unsaved drafts, drafts, scheduled, then the others by their last change. */
export function findPages(files: ContentEntry[], filter: FilterName, search: string): ContentEntry[] {
  return searchFiles(files, search)
    .filter((entry) => entry.kind === 'page' && belongs[filter](entry))
    .sort((a, b) => rankOf(a) - rankOf(b) || compareTime(b, a) || compare(a.file, b.file));
}

/** Files with settings of a folder or of the whole site. */
export function findSettings(files: ContentEntry[], search: string): ContentEntry[] {
  return searchFiles(files, search)
    .filter(({ kind }) => kind !== 'page')
    .sort((a, b) => compare(a.file, b.file));
}

/** How many pages each filter has. */
export function countPages(files: ContentEntry[]): Record<FilterName, number> {
  const counts: Record<FilterName, number> = { all: 0, drafts: 0, scheduled: 0, published: 0, faults: 0 };
  for (const entry of files) {
    if (entry.kind !== 'page') continue;
    for (const { name } of filters) if (belongs[name](entry)) counts[name] += 1;
  }
  return counts;
}

/** Every word is in the title, the file or the address. */
function searchFiles(files: ContentEntry[], search: string): ContentEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return files.filter(({ title, file, address = '' }) => {
    const text = `${title}\n${file}\n${address}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function rankOf({ draftSavedAt, state }: ContentEntry): number {
  if (draftSavedAt) return 0;
  if (state === 'draft') return 1;
  return state === 'scheduled' ? 2 : 3;
}

/** The moment that a row is about. */
const timeOf = ({ draftSavedAt, changedAt }: ContentEntry) => draftSavedAt ?? changedAt;

function compareTime(a: ContentEntry, b: ContentEntry): number {
  return compare(timeOf(a), timeOf(b));
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
