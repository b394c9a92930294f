/** The example for Varnish, run in front of a site: what it keeps, what it never keeps, and that a save replaces it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accessCookie } from '../../app/session/token-cookies.ts';
import { createPageTokens } from '../../page-views/page-token.ts';
import { readPageViewKeys } from '../../page-views/read-secret.ts';
import { crawlSite } from '../harness/crawl-site.ts';
import { makeFolder } from '../harness/database/folders.ts';
import { findTestPort } from '../harness/find-test-port.ts';
import { copyContent, type RunningSite, startSite } from '../harness/start-site.ts';
import { canInstall, findSystemProgram } from '../harness/system-programs.ts';
import { type RunningVarnish, startVarnish } from './start-varnish.ts';

const program = findSystemProgram('varnishd', 'varnish');
it('Varnish is here where it can be installed', () => {
  expect(program !== undefined || !canInstall()).toBe(true);
});

const secret = 'the secret of the views of this test, long enough';
const secretKey = `sb_secret_${crypto.randomUUID().replaceAll('-', '')}`;
const metricsToken = 'the token of the metrics of this test';
const guardedWord = 'xguardedwordx';
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const dayMs = 86_400_000;

if (program) describe('behind Varnish', () => testVarnish(program));

function testVarnish(found: string): void {
  let site: RunningSite;
  let varnish: RunningVarnish;
  let content: string;
  let cookie: string;
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const [copied, own] = [await copyContent(), await makeFolder()];
    ends.push(copied.remove, own.remove);
    content = copied.folder;
    writeFileSync(join(content, 'about.md'), '# About\n\nWords.\n');
    save('account/secret.md', `# Members\n\n${guardedWord}\n`);
    const port = await findTestPort();
    site = await startSite({
      content,
      env: {
        CDN: 'varnish',
        CDN_PURGE_URL: `http://127.0.0.1:${port}`,
        LOG_REQUESTS: 'off',
        METRICS_TOKEN: metricsToken,
        PAGE_VIEW_SECRET: secret,
        SECRET_KEY: secretKey,
        TRUST_PROXY: '1',
      },
    });
    ends.push(site.stop);
    const sitePort = Number(new URL(site.url).port);
    varnish = await startVarnish({ program: found, folder: own.folder, sitePort, port });
    ends.push(varnish.stop);
    cookie = `${accessCookie}=${await signIn()}`;
    // Until links, days and related pages are known, nothing is kept.
    await vi.waitFor(async () => expect((await fetch(site.url)).headers.has('cache-tag')).toBe(true), 60_000);
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  function save(file: string, text: string): void {
    mkdirSync(dirname(join(content, file)), { recursive: true });
    writeFileSync(join(content, file), text);
  }

  async function signIn(): Promise<string> {
    const client = createClient(site.url, secretKey, { auth: { persistSession: false } });
    const account = { email: 'reader@example.com', password: 'correct horse battery 9' };
    const { error } = await client.auth.admin.createUser({ ...account, email_confirm: true });
    if (error) throw error;
    const { data } = await client.auth.signInWithPassword(account);
    return data.session?.access_token ?? '';
  }

  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(varnish.url + path, { headers, redirect: 'manual' });
  async function read(path: string, headers: Record<string, string> = {}) {
    const answer = await ask(path, headers);
    return { cache: answer.headers.get('x-cache'), status: answer.status, text: await answer.text(), answer };
  }
  /** Asks until the cache has it. */
  const isHit = async (path: string) => (await read(path)).cache === 'hit';

  it('the second crawl of all public pages asks the site for nothing', async () => {
    const pages = await crawlSite(varnish.url);
    expect(pages.length).toBeGreaterThan(30);
    const paths = pages.filter(({ status, type }) => status === 200 && type !== '').map(({ path }) => path);
    // What is different for readers, or changes without a save.
    const own = /^\/(?:login|account|search|running(?:$|\/(?!pace))|baby-names\/lists|robots)/;
    const kept = [
      ...paths.filter((path) => !own.test(path)),
      ...['/posts/guide/_payload.json?b', '/posts/guide.md', '/sitemap.xml', '/llms.txt', '/feed.json'],
    ];
    for (const path of kept) await read(path);
    const missed: string[] = [];
    for (const path of kept) if (!(await isHit(path))) missed.push(path);
    expect(missed).toEqual([]);
    expect(kept.length).toBeGreaterThan(30);
  });

  it('a save replaces the page, its list and its feed, and no other page', async () => {
    const others = ['/about', '/posts/guide/markdown', '/posts/guide/feed.xml', '/baby-names'];
    const page = (title: string) =>
      `---\ntitle: ${title}\ndate: 2026-11-19\ntags: [varnish]\n---\n\n${title} text.\n`;
    save('posts/kept.md', page('First words'));
    await expect.poll(async () => (await read('/posts')).text).toContain('First words');
    const shown = [
      '/posts/kept',
      '/posts',
      '/feed.xml',
      '/tags/varnish',
      '/posts/kept/_payload.json?b',
      '/posts/kept.md',
    ];
    for (const path of [...shown, ...others]) await expect.poll(() => isHit(path)).toBe(true);
    save('posts/kept.md', page('Second words'));
    for (const path of shown) {
      const second = () => read(path).then(({ text }) => text);
      await expect.poll(second).toContain('Second words');
      expect([path, await second()]).toEqual([path, expect.not.stringContaining('First words')]);
      await expect.poll(() => isHit(path)).toBe(true);
    }
    for (const path of others) expect([path, (await read(path)).cache]).toEqual([path, 'hit']);
  });

  it('never keeps a byte of a page for readers, whoever asked first', async () => {
    const guarded = ['/account/secret', '/account/secret/_payload.json?b', '/account/secret.md'];
    for (const order of [
      [cookie, ''],
      ['', cookie, ''],
    ])
      for (const path of guarded)
        for (const own of order) {
          const { cache, text, status } = await read(path, own ? { cookie: own } : {});
          expect([path, own !== '', cache]).toEqual([path, own !== '', 'miss']);
          // The Markdown of a page for readers has no form.
          const mayRead = own !== '' && !path.endsWith('.md');
          expect([path, status, text.includes(guardedWord)]).toEqual([path, expect.any(Number), mayRead]);
        }
  });

  it('readers and strangers get the same bytes of an open page, from the cache', async () => {
    const first = await read('/posts/guide/pictures', { cookie });
    for (const headers of [{}, { cookie }, { cookie: 'theme=night; a=b' }]) {
      const again = await read('/posts/guide/pictures', headers);
      expect([again.cache, again.text === first.text]).toEqual(['hit', true]);
    }
  });

  it('answers with cookies and those of the API are never kept', async () => {
    expect((await ask('/account')).headers.get('set-cookie')).toContain('sb-redirect-path');
    for (const path of [
      '/account',
      '/auth/v1/health',
      '/readyz',
      '/nowhere',
      '/search?q=a',
      '/views?/about',
    ]) {
      await read(path);
      expect([path, (await read(path)).cache]).toEqual([path, 'miss']);
    }
  });

  it('Markdown and Brotli are not mixed up with other forms of a page', async () => {
    const path = '/posts/guide/writing';
    for (const _ of [1, 2]) {
      expect((await ask(path, { accept: 'text/html' })).headers.get('content-type')).toContain('text/html');
      expect((await ask(path, { accept: 'text/markdown' })).headers.get('content-type')).toContain(
        'text/markdown',
      );
      for (const encoding of ['br', 'gzip', 'identity'])
        expect((await ask(path, { 'accept-encoding': encoding })).headers.get('content-encoding')).toBe(
          encoding === 'identity' ? null : encoding,
        );
    }
  });

  it('a visitor cannot purge', async () => {
    const purge = { method: 'PURGE', headers: { 'x-cache-tags': 'site', 'x-forwarded-for': '203.0.113.9' } };
    await expect.poll(() => isHit('/about')).toBe(true);
    expect((await fetch(varnish.url, purge)).status).toBe(403);
    expect(await isHit('/about')).toBe(true);
  });

  it('a view of a page that is older than any token is counted', async () => {
    const { tokenKey } = await readPageViewKeys(content, secret);
    const old = createPageTokens(tokenKey, () => Date.now() - 3 * dayMs).sign('/about');
    await expect.poll(() => isHit('/about')).toBe(true);
    const view = /<html[^>]* data-view="([^"]*)"/.exec((await read('/about')).text)?.[1];
    // The page has no token that could become too old: the browser asks for one.
    expect(view).toMatch(/^\?[\w-]{16}$/);
    const fromHere = { 'sec-fetch-site': 'same-origin', 'user-agent': agent };
    const { text: token } = await read(`/views${view}&/about`, fromHere);
    const send = (sent: string) =>
      fetch(`${varnish.url}/views`, {
        method: 'POST',
        headers: fromHere,
        body: JSON.stringify({ path: '/about', referrer: '', token: sent, nonce: Math.random() }),
      });
    for (const sent of [old, token]) expect((await send(sent)).status).toBe(204);
    const readViews = async () => {
      const metrics = await fetch(`${site.url}/metrics`, {
        headers: { authorization: `Bearer ${metricsToken}` },
      });
      return (await metrics.text()).match(/porchlight_page_views\S* [1-9]\d*/g);
    };
    await expect
      .poll(readViews)
      .toEqual([
        'porchlight_page_views_total 1',
        'porchlight_page_views_discarded_total{reason="stale-token"} 1',
      ]);
  });
}
