/** Preview links: whom they show a page, and that nothing else opens it. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openTestPages, siteUrl } from '../../tests/harness/server/test-pages.ts';
import { openPreviewLinks } from './preview-links.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';
const files = {
  'posts/x.draft.md':
    '---\ntitle: Walrus\nimage: ./cover.svg\n---\n\nText. ![a](own.svg) `<img src="/pictures/`\n',
  'posts/y.draft.md': '---\ntitle: Other\n---\n\n![a](other.svg)\n',
  'posts/open.md': '---\ntitle: Open\n---\n\nText.\n',
  'posts/own.svg': svg,
  'posts/cover.svg': svg,
  'posts/other.svg': svg,
};

const day = 24 * 60 * 60 * 1000;

describe('a preview link', () => {
  test('shows the page to a stranger, privately, uncounted and without telling other sites', async () => {
    const { request, previews } = await openTestPages(files);
    const { token } = await previews.create('/posts/x');
    const response = await request('stranger', `/preview/${token}`);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(text).toContain('Walrus');
    expect(text).toContain('visible by preview link until');
    expect(text).toMatch(/name="robots" content="noindex"/);
    expect(text).not.toContain('data-view');
    expect(text).not.toContain('rel="canonical"');
    expect(text).not.toContain('Create preview link');
    const payload = await request('stranger', `/preview/${token}/_payload.json?test`);
    expect(payload.headers.get('cache-control')).toBe('private, no-store');
    expect(JSON.stringify(await payload.json())).toContain('Walrus');
  });

  test('shows the pictures of its page and no others', async () => {
    const { request, previews, content } = await openTestPages(files);
    const { token } = await previews.create('/posts/x');
    const text = await (await request('stranger', `/preview/${token}`)).text();
    const shown = [...text.matchAll(/src="(\/[^"]+\.svg)"/g)].map(([, address]) => address ?? '');
    expect(shown).toHaveLength(2);
    expect(text).toContain('&lt;img src=&quot;/pictures/');
    for (const address of shown) {
      expect(address).toMatch(new RegExp(`^/preview/${token}/pictures/`));
      const response = await request('stranger', address);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      expect(await response.text()).toBe(svg);
      expect((await request('stranger', address.replace(`/preview/${token}`, ''))).status).toBe(404);
    }
    const other = (await content.visiblePages('owner').readArticle('/posts/y'))?.body.html.match(
      /\/pictures[^"]+/,
    )?.[0];
    expect((await request('stranger', `/preview/${token}${other}`)).status).toBe(404);
  });

  test('leads to the page once that is published', async () => {
    const { request, previews } = await openTestPages(files);
    const { token } = await previews.create('/posts/open');
    const response = await request('stranger', `/preview/${token}`);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/posts/open']);
  });

  test('does not work when it was altered by one bit, for another page, has expired or was revoked', async () => {
    let time = 1_000_000;
    const { request, previews, cacheFolder } = await openTestPages(files, { previewNow: () => time });
    const { token } = await previews.create('/posts/x', 1);
    const other = await previews.create('/posts/y', 1);
    const works = async (value: string) => {
      const response = await request('stranger', `/preview/${value}`);
      const text = await response.text();
      if (response.status !== 200) expect([response.status, text.includes('Walrus')]).toEqual([404, false]);
      return response.status === 200;
    };
    expect(await works(token)).toBe(true);
    for (let at = 0; at < token.length; at += 1) {
      const flipped = String.fromCharCode(token.charCodeAt(at) ^ 1);
      const altered = token.slice(0, at) + flipped + token.slice(at + 1);
      expect([at, await works(altered)]).toEqual([at, false]);
    }
    const [id = '', signature = ''] = token.split('.');
    const [otherId = ''] = other.token.split('.');
    expect(await works(`${otherId}.${signature}`)).toBe(false);
    const file = join(cacheFolder, 'data/previews', `${id}.json`);
    const written = readFileSync(file, 'utf8');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(cacheFolder, 'data/preview.secret')).mode & 0o777).toBe(0o600);
    writeFileSync(file, written.replace('/posts/x', '/posts/y'));
    expect(await works(token)).toBe(false);
    writeFileSync(file, written);
    expect(await works(token)).toBe(true);
    time += day;
    expect(await works(token)).toBe(false);
    time -= day;
    // Another process with the same folder, such as the command.
    const elsewhere = openPreviewLinks(join(cacheFolder, 'data'), () => time);
    expect(await elsewhere.revoke(token)).toBe(true);
    expect(await works(token)).toBe(false);
    expect(await elsewhere.revoke(token)).toBe(false);
    expect(await works(other.token)).toBe(true);
    const kept = join(cacheFolder, 'data/previews', `${otherId}.json`);
    const keptText = readFileSync(kept, 'utf8');
    await elsewhere.revokeAll();
    expect(await works(other.token)).toBe(false);
    await elsewhere.create('/posts/y', 1);
    writeFileSync(kept, keptText);
    expect(await works(other.token)).toBe(false);
  });
});

describe('POST /preview/links', () => {
  const ask = async (who: 'stranger' | 'reader' | 'owner', path: string, origin = siteUrl) => {
    const site = await openTestPages(files);
    const init = { method: 'POST', headers: { origin } };
    return {
      ...site,
      response: await site.request(who, `/preview/links?path=${encodeURIComponent(path)}`, init),
    };
  };

  test('gives an owner a link for seven days', async () => {
    const { request, response } = await ask('owner', '/posts/x');
    const { url, until } = (await response.json()) as { url: string; until: string };
    expect(response.status).toBe(201);
    expect(Math.round((Date.parse(until) - Date.now()) / day)).toBe(7);
    expect((await request('stranger', url.slice(siteUrl.length))).status).toBe(200);
  });

  test.each([
    ['stranger', '/posts/x', siteUrl, 404],
    ['reader', '/posts/x', siteUrl, 404],
    ['owner', '/posts/x', 'https://evil.test', 404],
    ['owner', '/posts/open', siteUrl, 400],
    ['owner', '/posts/none', siteUrl, 400],
    ['owner', '', siteUrl, 400],
  ] as const)('gives a visitor who is %s for %j from %s nothing', async (who, path, origin, status) => {
    const { response, previews } = await ask(who, path, origin);
    expect(response.status).toBe(status);
    expect(await previews.list()).toEqual([]);
  });
});

test('the command makes, lists and revokes links', { timeout: 60_000 }, async () => {
  const { folder, cacheFolder } = await openTestPages(files);
  const previews = openPreviewLinks(join(cacheFolder, 'data'));
  const run = (...args: string[]) => {
    const env = {
      ...process.env,
      SITE_URL: siteUrl,
      CONTENT_DIR: folder,
      DATA_DIR: join(cacheFolder, 'data'),
    };
    try {
      return execFileSync(process.execPath, ['server/preview/preview-command.ts', ...args], {
        env,
        encoding: 'utf8',
        stdio: 'pipe',
      }).trim();
    } catch (error) {
      return `failed: ${(error as { stderr: string }).stderr.trim()}`;
    }
  };
  const link = run('posts/x.draft.md', '--days', '2');
  const token = link.replace(`${siteUrl}/preview/`, '');
  const found = await previews.find(token);
  expect(found?.path).toBe('/posts/x');
  expect(Math.round(((found?.expires ?? 0) - Date.now()) / day)).toBe(2);
  expect(run('--list')).toMatch(new RegExp(`^/posts/x until .* ${link}$`));
  expect(run('--revoke', link)).toBe('The link does not work any more.');
  expect(await previews.find(token)).toBeUndefined();
  expect(run('--list')).toBe('There is no preview link.');
  expect(run('posts/open.md')).toBe(
    'failed: posts/open.md is published at /posts/open: it needs no preview link.',
  );
  expect(run('posts/none.md')).toMatch(/^failed: There is no page posts\/none\.md/);
  expect(run('posts/x.draft.md', '--days', 'x')).toMatch(/^failed: --days must be a number/);
  expect(run('--revoke-all')).toBe('No preview link works any more.');
});
