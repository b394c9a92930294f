import { describe, expect, test } from 'vitest';
import type { ContentEntry } from '../content-data.ts';
import { countPages, findPages, findSettings, readFilter } from './filter-files.ts';
import { listFolders, nameNewFile } from './new-file.ts';

function entry(file: string, more: Partial<ContentEntry> = {}): ContentEntry {
  return {
    file,
    kind: 'page',
    title: file,
    state: 'published',
    changedAt: '2026-01-01T00:00:00Z',
    faults: [],
    ...more,
  };
}

const files = [
  entry('old.md'),
  entry('new.md', { changedAt: '2026-02-01T00:00:00Z', title: 'Roses in winter' }),
  entry('later.md', { state: 'scheduled', moment: '2027-01-01T00:00:00Z' }),
  entry('draft.md', { state: 'draft' }),
  entry('typed.md', { draftSavedAt: '2026-01-01T00:00:00Z' }),
  entry('posts/faulty.md', { faults: [{ line: 2, message: 'No.' }] }),
  entry('posts/.navigation.yml', { kind: 'folder-settings' }),
];

describe('the list', () => {
  const names = (filter: Parameters<typeof findPages>[1], search = '') =>
    findPages(files, filter, search).map(({ file }) => file);

  test('has what is unfinished first, then the last change', () =>
    expect(names('all')).toEqual([
      'typed.md',
      'draft.md',
      'later.md',
      'new.md',
      'old.md',
      'posts/faulty.md',
    ]));
  test('is filtered', () => {
    expect(names('drafts')).toEqual(['draft.md']);
    expect(names('scheduled')).toEqual(['later.md']);
    expect(names('faults')).toEqual(['posts/faulty.md']);
  });
  test('is searched by all words', () => {
    expect(names('all', 'WINTER roses')).toEqual(['new.md']);
    expect(names('all', 'winter old')).toEqual([]);
  });
  test('counts pages alone', () =>
    expect(countPages(files)).toEqual({ all: 6, drafts: 1, scheduled: 1, published: 4, faults: 1 }));
  test('has settings apart', () =>
    expect(findSettings(files, '').map(({ file }) => file)).toEqual(['posts/.navigation.yml']));
  test('shows all for a filter that does not exist', () => expect(readFilter('nonsense')).toBe('all'));
  test('of 10,000 files is filtered within a frame of typing', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => entry(`posts/page-${at}.md`));
    const start = performance.now();
    expect(findPages(many, 'all', 'PAGE-99')).toHaveLength(111);
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe('a new file', () => {
  test.each([
    ['Roses in Winter!', 'posts', 'posts/roses-in-winter.md'],
    ['Taken', '', 'taken-3.md'],
    ['Übung 1', '', 'übung-1.md'],
    ['…', 'posts', undefined],
  ])('%j in %j: %j', (title, folder, file) =>
    expect(nameNewFile(title, folder, [entry('taken.md'), entry('Taken-2.md')])).toBe(file));
  test('can be in each folder with files', () =>
    expect(listFolders([entry('a.md'), entry('posts/b.md'), entry('posts/c.md')])).toEqual(['', 'posts']));
});
