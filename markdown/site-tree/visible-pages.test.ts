import { expect, test } from 'vitest';
import { openTestContent } from '../../tests/harness/markdown/test-content.ts';
import type { Audience } from '../files/content-files.ts';

const page = (more = '') => `---\ntitle: A page\n${more}---\n\nText.\n`;
const now = new Date('2026-11-16T12:00:00Z');

const files = {
  'posts/open.md': page(),
  'posts/guarded/page.md': page(),
  'posts/draft.md': page('draft: true\n'),
  'posts/named.draft.md': page(),
  'posts/scheduled.md': page('publishAt: 2026-11-16 12:01\n'),
  'posts/expired.md': page('expires: 2026-11-16 11:59\n'),
  'posts/unlisted.md': page('unlisted: true\n'),
};

const isOpen = (path: string) => !path.startsWith('/posts/guarded');

async function openPages(audience: Audience) {
  const { content } = await openTestContent(files, { isOpen, now: () => now });
  return content.visiblePages(audience);
}

test('an owner is told what is not published', async () => {
  const pages = await openPages('owner');
  const states = Object.fromEntries(pages.pages().map(({ path, state }) => [path, state]));
  expect(states).toEqual({
    '/posts/open': 'published',
    '/posts/guarded/page': 'published',
    '/posts/unlisted': 'published',
    '/posts/draft': 'draft',
    '/posts/named': 'draft',
    '/posts/scheduled': 'scheduled',
    '/posts/expired': 'expired',
  });
  expect(pages.find('/posts/expired')).toMatchObject({ state: 'expired' });
});

test('an expired page is told from one that never was', async () => {
  const pages = await openPages('public');
  expect(pages.find('/posts/expired')).toEqual({ kind: 'expired' });
  expect(pages.find('/posts/never')).toBeUndefined();
});
