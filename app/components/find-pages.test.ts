import { describe, expect, test } from 'vitest';
import type { NavigationNode } from '../../markdown/document.ts';
import { findPages } from './find-pages.ts';

const page = (title: string, path: string): NavigationNode => ({ title, path, page: true });
const tree: NavigationNode[] = [
  {
    title: 'Guide',
    path: '/posts/guide',
    page: true,
    children: [
      page('Writing a page', '/posts/guide/writing'),
      {
        title: 'Pictures',
        path: '/posts/guide/pictures',
        page: false,
        children: [page('Café at night', '/posts/guide/pictures/cafe')],
      },
    ],
  },
  page('A page about night runs', '/posts/night'),
];

const pathsFor = (query: string) => findPages(tree, query, 10).pages.map(({ path }) => path);

describe('the filter of the navigation', () => {
  test('finds every word anywhere in the title, in the order of the tree', () => {
    expect(pathsFor('page')).toEqual(['/posts/guide/writing', '/posts/night']);
    expect(pathsFor('night page')).toEqual(['/posts/night']);
  });

  test('ignores case and accents', () => {
    expect(pathsFor('CAFE')).toEqual(['/posts/guide/pictures/cafe']);
  });

  test('finds folders too', () => {
    expect(pathsFor('pictures')).toEqual(['/posts/guide/pictures']);
  });

  test('says in which folder a page is', () => {
    expect(findPages(tree, 'café', 10).pages[0]?.trail).toEqual(['Guide', 'Pictures']);
  });

  test('returns at most the limit and counts all matches', () => {
    const { pages, total } = findPages(tree, 'page', 1);
    expect([pages.length, total]).toEqual([1, 2]);
  });

  test('finds nothing for words that are in no title', () => {
    expect(findPages(tree, 'zebra', 10)).toEqual({ pages: [], total: 0 });
  });
});
