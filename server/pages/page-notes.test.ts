import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as renderer from '../../app/entry.server.tsx';
import { type Content, openContent } from '../../markdown/open-content.ts';
import site from '../../site.config.ts';
import type { Visitor } from '../session/visitor.ts';
import { createPages, type Pages } from './create-pages.ts';

const siteUrl = 'https://site.test';
const files = {
  'posts/1.a.md': '---\ntitle: First\ndate: soon\n---\nWords.\n\n![p](none.png)\n',
  'posts/b.md': '---\ntitle: Second\ndate: later\n---\nWords.\n',
};
const visitors: Record<string, Visitor> = {
  stranger: { state: 'signed-out' },
  unsettled: { state: 'unsettled' },
  reader: { state: 'signed-in', claims: { sub: 'reader' } },
  liar: { state: 'signed-in', claims: { sub: 'liar', app_metadata: { owner: 'true' } } },
  owner: { state: 'signed-in', claims: { sub: 'owner', app_metadata: { owner: true } } },
};

let folder: string;
let content: Content;
let pages: Pages;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-notes-'));
  await mkdir(join(folder, 'content/posts'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'content', name), text);
  content = await openContent({
    folder: join(folder, 'content'),
    cacheFolder: join(folder, 'cache'),
    log: () => {},
    watch: false,
  });
  pages = createTestPages();
});
afterAll(async () => {
  await content.close();
  await rm(folder, { recursive: true });
});

function createTestPages(middleware?: () => void): Pages {
  return createPages({
    site,
    siteUrl,
    content,
    build: {
      id: 'test',
      clientFolder: folder,
      scriptHashes: [],
      headHtml: '',
      entry: '/entry.js',
      render: async () => renderer,
      close: async () => undefined,
      ...(middleware && { middleware }),
    },
    securityHeaders: {},
    readVisitor: async ({ headers }) => visitors[headers.get('cookie') ?? ''] ?? { state: 'signed-out' },
    backend: { key: 'key' },
    pageViews: { sign: () => undefined, countOf: () => undefined, onChange: () => undefined },
  });
}

const readNotes = (who: string, path = '/posts/a', from = pages) =>
  from.fetch(
    new Request(`${siteUrl}/page-notes.json?path=${encodeURIComponent(path)}`, { headers: { cookie: who } }),
  );

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
  const answer = await readNotes('owner');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(await answer.json()).toEqual({ notes });
  expect(await (await readNotes('owner', '/posts/none')).json()).toEqual({ notes: [] });
  expect(await (await readNotes('owner', '%')).json()).toEqual({ notes: [] });
});

it.each(['stranger', 'unsettled', 'reader', 'liar'])('there are none for the %s', async (who) => {
  const answer = await readNotes(who);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(await answer.json()).toEqual({ notes: [] });
});

it('during development everybody does', async () => {
  expect(
    await (
      await readNotes(
        'stranger',
        '/posts/a',
        createTestPages(() => {}),
      )
    ).json(),
  ).toEqual({ notes });
});

it.each([
  '/posts/a',
  '/posts/a/_payload.json',
  '/page.json?path=/posts/a',
  '/navigation.json',
])('%s says nothing of it', async (url) => {
  const answer = await pages.fetch(new Request(siteUrl + url));
  expect(await answer.text()).not.toMatch(/1\.a\.md|must be a day|is not there/);
});
