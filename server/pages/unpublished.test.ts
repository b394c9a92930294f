/** Drafts, scheduled and expired pages: what strangers, readers and owners get at their addresses. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTestPages } from '../../tests/harness/server/test-pages.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';
const page = (more: string, body = 'Walrus text.') => `---\ntitle: Walrus\n${more}---\n\n${body}\n`;
const files = {
  'posts/open.md': '---\ntitle: Open\n---\n\n![a](open.svg) ![b](shared.svg)\n',
  'posts/draft.md': page('draft: true\n', 'Walrus text. ![a](own.svg) ![b](shared.svg)'),
  'posts/named.draft.md': page('image: ./cover.svg\n'),
  'posts/later.md': page('publishAt: 2099-05-06 07:08\n', '![a](later.svg)'),
  'posts/over.md': page('expires: 2020-05-06 07:08\n', '![a](over.svg)'),
  'members/draft.md': page('draft: true\n', '![a](inside.svg)'),
  'members/page.md': page('', '![a](member.svg)'),
  ...Object.fromEntries(
    ['open', 'shared', 'own', 'cover', 'later', 'over'].map((name) => [`posts/${name}.svg`, svg]),
  ),
  'members/inside.svg': svg,
  'members/member.svg': svg,
};
const guarded = ['/members/*'];
const open = () => openTestPages(files, { guarded });

describe.each([
  ['/posts/draft', 404, 'Draft'],
  ['/posts/named', 404, 'Draft'],
  ['/posts/later', 404, 'Scheduled'],
  ['/posts/over', 410, 'Expired'],
])('%s', (path, status, state) => {
  test('is shown to an owner with a banner, privately and without being counted', async () => {
    const { request } = await open();
    const response = await request('owner', path);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(text).toContain('Walrus');
    expect(text).toMatch(new RegExp(`unpublished-banner.*${state}.*only you see this`));
    expect(text).toContain('<meta data-h="');
    expect(text).toMatch(/name="robots" content="noindex"/);
    expect(text).not.toContain('data-view');
    const payload = await request('owner', `${path}/_payload.json?test`);
    expect(payload.headers.get('cache-control')).toBe('private, no-store');
    const [data] = Object.values((await payload.json()) as Record<string, { view?: string; data: object }>);
    expect(data).toMatchObject({ unpublished: { state: state.toLowerCase() } });
    expect(data?.view).toBeUndefined();
    // The owner's visit leaves nothing behind for others.
    expect((await request('stranger', path)).status).toBe(status);
  });
});

test('the banner names the moment at which a page appears or expired', async () => {
  const { request } = await open();
  expect(await (await request('owner', '/posts/later')).text()).toContain(
    'dateTime="2099-05-06T07:08:00.000Z"',
  );
  expect(await (await request('owner', '/posts/over')).text()).toContain(
    'dateTime="2020-05-06T07:08:00.000Z"',
  );
});

describe('the text of a page that is there without one', () => {
  const texts = {
    'posts/a.md': '---\ntitle: A\ndate: 2026-01-02\ntags: [one]\n---\n\nText.\n',
    'posts/area/b.md': '---\ntitle: B\n---\n\nText.\n',
    ...Object.fromEntries(
      ['index', 'about', 'baby-names', 'running', 'tags', 'archive', 'posts/index', 'posts/area/index'].map(
        (name) => [`${name}.md`, page('draft: true\n')],
      ),
    ),
  };

  test.each([
    '/',
    '/about',
    '/baby-names',
    '/running',
    '/tags',
    '/archive',
    '/posts',
    '/posts/area',
  ])('%s: an owner sees the draft with a banner, a stranger the page without it', async (path) => {
    const { request } = await openTestPages(texts);
    const payload = `${path === '/' ? '' : path}/_payload.json?test`;
    for (const who of ['stranger', 'owner', 'stranger', 'owner', 'reader'] as const) {
      for (const address of [path, payload]) {
        const response = await request(who, address);
        const text = await response.text();
        expect(response.status).toBe(200);
        expect(text.includes('Walrus text'), `${who} ${address}`).toBe(who === 'owner');
        if (address === path) expect(text.includes('unpublished-banner')).toBe(who === 'owner');
        if (who === 'owner') expect(response.headers.get('cache-control')).toBe('private, no-store');
      }
    }
  });

  test('is shown as soon as it is saved, though the page was cached without it', async () => {
    const { request, save } = await openTestPages({}, { content: { watch: true } });
    const read = async () => (await request('owner', '/about')).text();
    expect(await read()).not.toContain('Walrus');
    save('about.md', page('draft: true\n'));
    await expect.poll(read).toContain('Walrus');
  });

  test('is what a preview link of it shows', async () => {
    const { request, previews } = await openTestPages(texts);
    for (const path of ['/', '/about', '/tags', '/posts/area']) {
      const { token } = await previews.create(path);
      const response = await request('stranger', `/preview/${token}`);
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.text()).toMatch(/unpublished-banner.*Walrus text/s);
    }
  });
});

test('a visitor whose session is not known gets the same answer for a draft and for no page', async () => {
  const { request } = await open();
  for (const who of ['stranger', 'unsettled', 'reader'] as const) {
    for (const suffix of ['', '/_payload.json?test', '.md']) {
      const [draft, never] = await Promise.all([
        request(who, `/posts/draft${suffix}`),
        request(who, `/posts/never${suffix}`),
      ]);
      expect([...draft.headers]).toEqual([...never.headers]);
      const text = await draft.text();
      expect([draft.status, text]).toEqual([
        never.status,
        // The search field has a word of the address.
        (await never.text()).replaceAll('/posts/never', '/posts/draft').replace('"never"', '"draft"'),
      ]);
      // The browser finds out, and then asks again.
      if (suffix === '') expect(text.includes('data-settle')).toBe(who === 'unsettled');
    }
  }
});

test('an expired page has words of its own', async () => {
  const { request } = await open();
  const text = await (await request('stranger', '/posts/over')).text();
  expect(text).toContain('This page is gone');
  expect(text).not.toMatch(/not found/i);
});

test('a guarded draft asks strangers to sign in, is not there for readers, and is shown to owners', async () => {
  const { request } = await open();
  expect((await request('stranger', '/members/draft')).status).toBe(302);
  expect((await request('reader', '/members/draft')).status).toBe(404);
  expect((await request('owner', '/members/draft')).status).toBe(200);
});

test('a draft that is saved while the site runs is there for the owner', async () => {
  const { request, save, folder } = await openTestPages(files, { content: { watch: true } });
  save('posts/fresh.draft.md', page(''));
  await expect.poll(async () => (await request('owner', '/posts/fresh')).status).toBe(200);
  expect((await request('stranger', '/posts/fresh')).status).toBe(404);
  rmSync(join(folder, 'posts/fresh.draft.md'));
  await expect.poll(async () => (await request('owner', '/posts/fresh')).status).toBe(404);
});

describe('a picture', () => {
  async function openPictures() {
    const site = await open();
    const content = site.content.visiblePages('owner');
    const addresses = new Map<string, string>();
    for (const path of [
      '/posts/open',
      '/posts/draft',
      '/posts/named',
      '/posts/later',
      '/posts/over',
      '/members/draft',
      '/members/page',
    ]) {
      const article = await content.readArticle(path);
      const found = [...(article?.body.html ?? '').matchAll(/\/pictures\/\w+\/[\w./]+/g)].map(
        ([address]) => address,
      );
      for (const address of [...found, article?.image?.src ?? ''])
        addresses.set(address.replace(/.*\/|\.svg$/g, ''), address);
    }
    // Another process, which has read nothing yet.
    const fresh = await openTestPages(
      {},
      { guarded, content: { folder: site.folder, cacheFolder: site.cacheFolder } },
    );
    return { ...fresh, addressOf: (name: string) => addresses.get(name) ?? '' };
  }

  test.each([
    ['open', [200, 200, 200]],
    ['shared', [200, 200, 200]],
    ['own', [404, 404, 200]],
    ['cover', [404, 404, 200]],
    ['later', [404, 404, 200]],
    ['over', [404, 404, 200]],
    ['inside', [404, 404, 200]],
    ['member', [404, 200, 200]],
  ])('%s.svg answers %j to strangers, readers and owners', async (name, expected) => {
    const { request, addressOf } = await openPictures();
    const answers: number[] = [];
    for (const who of ['stranger', 'reader', 'owner'] as const) {
      const response = await request(who, addressOf(name));
      answers.push(response.status);
      if (response.status === 200 && expected[0] !== 200)
        expect(response.headers.get('cache-control')).toBe('private, no-store');
      await response.body?.cancel();
    }
    expect(answers).toEqual(expected);
  });

  test('that a draft begins to show while it is written is not served to strangers', async () => {
    const { request, save, content } = await openTestPages(files, { content: { watch: true } });
    save('posts/secret.svg', svg);
    save('posts/draft.md', page('draft: true\n', 'Walrus walrus. ![a](secret.svg)'));
    const readDraft = async () =>
      (await content.visiblePages('owner').readArticle('/posts/draft'))?.body.html ?? '';
    await expect.poll(readDraft).toContain('secret.svg');
    const address = /\/pictures\/\w+\/[\w./]+/.exec(await readDraft())?.[0] ?? '';
    expect((await request('stranger', address)).status).toBe(404);
    expect((await request('owner', address)).status).toBe(200);
  });
});
