import { expect, it } from 'vitest';
import { openTestPages, type TestPages, type Who } from '../../tests/harness/server/test-pages.ts';

const files = {
  'posts/1.a.md': '---\ntitle: First\ndate: soon\n---\nWords.\n\n![p](none.png)\n',
  'posts/b.md': '---\ntitle: Second\ndate: later\n---\nWords.\n',
};

const open = () => openTestPages(files);
const readNotes = ({ request }: TestPages, who: Who, path = '/posts/a') =>
  request(who, `/page-notes.json?path=${encodeURIComponent(path)}`);

const notes = [
  {
    file: 'posts/1.a.md',
    path: '/posts/a',
    line: 3,
    message: expect.stringContaining('"date" must be a day'),
  },
  {
    file: 'posts/1.a.md',
    path: '/posts/a',
    line: 7,
    message: expect.stringContaining('none.png is not there'),
  },
];

it('an owner reads what is wrong with the file of a page, and of no other', async () => {
  const site = await open();
  const answer = await readNotes(site, 'owner');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(await answer.json()).toEqual({ notes });
  expect(await (await readNotes(site, 'owner', '/posts/none')).json()).toEqual({ notes: [] });
  expect(await (await readNotes(site, 'owner', '%')).json()).toEqual({ notes: [] });
});

it.each(['stranger', 'unsettled', 'reader', 'liar'] as const)('there are none for the %s', async (who) => {
  const answer = await readNotes(await open(), who);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(await answer.json()).toEqual({ notes: [] });
});

it('during development everybody does', async () => {
  const site = await openTestPages(files, { isDevelopment: true });
  expect(await (await readNotes(site, 'stranger')).json()).toEqual({ notes });
});

it.each([
  '/posts/a',
  '/posts/a/_payload.json',
  '/page.json?path=/posts/a',
  '/navigation.json',
])('%s says nothing of it', async (url) => {
  const { getText } = await open();
  expect(await getText(url)).not.toMatch(/1\.a\.md|must be a day|is not there/);
});
