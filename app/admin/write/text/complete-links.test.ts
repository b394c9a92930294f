import { describe, expect, test } from 'vitest';
import type { ContentEntry } from '../content-data.ts';
import { findLinkChoices, findLinkStart, writeLink } from './complete-links.ts';

describe('a link begins', () => {
  test.each([
    ['See [this](', { from: 11, typed: '', isWhole: false }],
    ['See [this](/po', { from: 11, typed: '/po', isWhole: false }],
    ['See [[Rose gar', { from: 4, typed: 'Rose gar', isWhole: true }],
    ['See [this](/done) and', undefined],
    ['A (note', undefined],
    ['[[done]] and', undefined],
  ])('after %j: %j', (before, start) => expect(findLinkStart(before)).toEqual(start));
});

describe('the choices', () => {
  const page = (title: string, address?: string): ContentEntry => ({
    file: 'a.md',
    kind: 'page',
    title,
    changedAt: '',
    faults: [],
    ...(address && { address }),
  });
  const files = [
    page('The garden of roses', '/posts/garden'),
    page('Roses', '/posts/roses'),
    page('Without an address'),
    { ...page('Settings', '/posts'), kind: 'folder-settings' as const },
  ];

  test('are found by title and address', () => {
    const titles = (typed: string) => findLinkChoices(files, typed).map(({ title }) => title);
    expect(titles('rose')).toEqual(['Roses', 'The garden of roses']);
    expect(titles('/posts/g')).toEqual(['The garden of roses']);
    expect(titles('')).toHaveLength(2);
  });

  test('are written so that the link holds together', () => {
    const choice = { title: 'A [b]', address: '/posts/a (b)' };
    expect(writeLink(choice, false)).toBe('/posts/a%20%28b%29');
    expect(writeLink(choice, true)).toBe('[A \\[b\\]](/posts/a%20%28b%29)');
  });
});
