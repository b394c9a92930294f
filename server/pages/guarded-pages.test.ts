/** Guarded articles: what each kind of visitor gets at every URL that could reveal them. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as renderer from '../../app/entry.server.tsx';
import { isGuarded } from '../../app/guard/rules.ts';
import { accessCookie, refreshCookie } from '../../app/session/token-cookies.ts';
import { type Content, openContent } from '../../markdown/open-content.ts';
import siteConfig from '../../site.config.ts';
import { createGateway, type Gateway } from '../gateway.ts';
import { createLog } from '../log.ts';
import { createReadVisitor } from '../session/visitor.ts';
import { createPages } from './create-pages.ts';

const siteUrl = 'https://site.test';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>';
/** A word in every title and text of guarded pages. */
const secret = /walrus/i;

const files = {
  'index.md': '# Home\n\nWelcome.\n',
  'posts/1.open.md': '---\ntitle: Open one\ndate: 2026-01-01\n---\n![a](open.svg) ![b](shared.svg)\n',
  'posts/2.single.md':
    '---\ntitle: Walrus single\ndescription: Walrus words\ndate: 2026-02-01\ntags: [walrus]\n---\nWalrus text. ![c](plan.svg) ![d](shared.svg)\n',
  'posts/3.later.md': '---\ntitle: Open two\ndate: 2026-01-02\n---\nText.\n',
  'posts/4.family/.navigation.yml': 'title: Walrus family\n',
  'posts/4.family/index.md': '---\ntitle: Walrus index\n---\nWalrus welcome.\n',
  'posts/4.family/1.trip.md':
    '---\ntitle: Walrus trip\nimage: { src: ./cover.svg, alt: A walrus }\n---\nWalrus on the beach. ![d](photo.svg)\n',
  'posts/4.family/2.open-day.md': '---\ntitle: Open day\n---\nText.\n',
  'posts/5.half/1.inside.md': '---\ntitle: Walrus inside\n---\nWalrus text.\n',
  'posts/6.über.md': '---\ntitle: Walrus über\n---\nWalrus text.\n',
  'posts/broken.md': '---\ntitle: 12\n---\nWalrus text.\n',
  'club.md': '# Walrus club\n\nWalrus text.\n',
  'posts/open.svg': svg,
  'posts/shared.svg': svg,
  'posts/plan.svg': svg,
  'posts/4.family/cover.svg': svg,
  'posts/4.family/photo.svg': svg,
  'posts/4.family/unused.svg': svg,
};

const site = {
  ...siteConfig,
  signIn: {
    ...siteConfig.signIn,
    include: [
      '/account',
      '/posts/single',
      '/posts/family',
      '/posts/family/*',
      '/posts/half/*',
      '/posts/über',
      '/posts/broken',
      '/club',
    ],
    exclude: ['/posts/family/open-day'],
  },
};

const guarded = [
  '/posts/single',
  '/posts/family',
  '/posts/family/trip',
  '/posts/half/inside',
  '/posts/%C3%BCber',
  '/posts/broken',
  '/club',
];

const cookies = {
  stranger: '',
  // Cookies as the browser has them after the access token has expired.
  unsettled: `${accessCookie}=expired; ${refreshCookie}=still-good`,
  forger: `${accessCookie}=nonsense`,
  reader: `${accessCookie}=reader`,
  owner: `${accessCookie}=owner`,
};
type Who = keyof typeof cookies;
const outside: Who[] = ['stranger', 'unsettled', 'forger'];
const inside: Who[] = ['reader', 'owner'];

let folder: string;
let content: Content;
let gateway: Gateway;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-guarded-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'content', name)), { recursive: true });
    await writeFile(join(folder, 'content', name), text);
  }
  await open();
});
async function open() {
  content = await openContent({
    folder: join(folder, 'content'),
    cacheFolder: join(folder, 'cache'),
    log: () => undefined,
    watch: false,
    isOpen: (path) => !isGuarded(path, site),
  });
  const readVisitor = createReadVisitor(async (token) => {
    if (token === 'reader') return { sub: 'r' };
    return token === 'owner' ? { sub: 'o', app_metadata: { owner: true } } : undefined;
  });
  const securityHeaders = { 'x-content-type-options': 'nosniff' };
  const pages = createPages({
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
    },
    securityHeaders,
    readVisitor,
    backend: { key: 'key' },
    pageViews: {
      sign: (path) => `token-of-${path.length}`,
      countOf: () => undefined,
      onChange: () => undefined,
    },
  });
  gateway = createGateway({
    siteUrl,
    clientFolder: join(folder, 'client'),
    pages,
    pictures: content,
    readVisitor,
    securityHeaders,
    isReady: () => true,
    pageViews: {
      loginPath: '/login',
      countWithoutScript: false,
      onPageView: () => undefined,
      onFault: () => undefined,
    },
    log: createLog({ write: () => undefined }),
  });
}
afterAll(async () => {
  await content.close();
  await rm(folder, { recursive: true });
});

async function request(
  who: Who,
  path: string,
  given: { method?: string; headers?: Record<string, string> } = {},
) {
  const headers = { ...given.headers, ...(cookies[who] && { cookie: cookies[who] }) };
  // Like the server: a prepared response is sent without reading the session.
  const parts = {
    method: given.method ?? 'GET',
    url: path,
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
  };
  const ready = gateway.findPrepared(parts);
  if (ready)
    return {
      status: ready.status,
      headers: new Headers(ready.headers),
      text: Buffer.from(ready.body ?? '').toString(),
    };
  const reply = await gateway.fetch(new Request(siteUrl + path, { ...given, headers }));
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

const payloadOf = (path: string) => `${path}/_payload.json`;
const pageItself = (path: string) => `/page.json?path=${encodeURIComponent(path)}`;

function expectNothing({ text, headers }: Awaited<ReturnType<typeof request>>) {
  expect(decodeURIComponent(text.replaceAll('%', ' '))).not.toMatch(secret);
  expect(JSON.stringify([...headers])).not.toMatch(secret);
  expect(headers.get('etag')).toBeNull();
  expect(headers.get('cache-control')).toMatch(/no-store/);
}

describe.each(guarded)('%s', (path) => {
  it('redirects a signed-out visitor to the login page', async () => {
    for (const method of ['GET', 'HEAD']) {
      const reply = await request('stranger', path, { method });
      expect([reply.status, reply.headers.get('location'), reply.text]).toEqual([302, '/login', '']);
      expect(reply.headers.get('cache-control')).toBe('private, no-store');
    }
  });

  it.each(['unsettled', 'forger'] as const)('is an empty shell for a visitor who is %s', async (who) => {
    const reply = await request(who, path);
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('data-settle');
    expect(reply.text).toContain('One moment');
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    expectNothing(reply);
    expect((await request(who, path, { method: 'HEAD' })).text).toBe('');
  });

  it.each(outside)('returns no data to a visitor who is %s', async (who) => {
    const payload = await request(who, payloadOf(path));
    expect(payload.status).toBe(401);
    expectNothing(payload);
    const page = await request(who, pageItself(path));
    expect(page.status).toBe(404);
    expectNothing(page);
  });

  it.each(inside)('is returned to a visitor who is %s, and never cached', async (who) => {
    for (const address of [path, payloadOf(path), pageItself(path)]) {
      const reply = await request(who, address);
      expect(reply.status, address).toBe(200);
      expect(reply.text, address).toMatch(secret);
      expect(reply.headers.get('cache-control'), address).toBe('private, no-store');
      expect(reply.headers.get('etag'), address).toBeNull();
    }
  });

  it('is still refused after a reader had it, also to conditional requests', async () => {
    await request('reader', path);
    await request('reader', payloadOf(path));
    for (const address of [path, payloadOf(path)])
      for (const headers of [
        { 'if-none-match': '*' },
        { range: 'bytes=0-99' },
        { 'if-modified-since': 'Mon, 01 Jan 2035 00:00:00 GMT' },
      ]) {
        const reply = await request('stranger', address, { headers });
        expect(reply.status).toBe(address === path ? 302 : 401);
        expectNothing(reply);
      }
  });
});

/** Other spellings of a page's path: none bypasses the guard. */
const spellings: [name: string, spell: (path: string) => string][] = [
  ['encoded', (path) => path.replace(/\w(?=\w*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
  [
    'encoded twice',
    (path) => path.replace(/\w(?=\w*$)/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  ],
  ['a slash at the end', (path) => `${path}/`],
  ['two slashes at the end', (path) => `${path}//`],
  ['a slash at the end, encoded twice', (path) => `${path}%252f`],
  ['a slash in the middle', (path) => path.replace(/\/(?=[^/]*$)/, '//')],
  ['decomposed letters', (path) => encodeURI(decodeURI(path).normalize('NFD'))],
  ['in capitals', (path) => path.toUpperCase()],
  ['with a dot', (path) => `${path}/.`],
  ['with a query', (path) => `${path}?page=1`],
];
describe.each(spellings)('spelled with %s', (_name, spell) => {
  it.each(guarded)('%s is not revealed to a visitor who is not signed in', async (path) => {
    for (const who of outside)
      for (const address of [
        spell(path),
        payloadOf(spell(path)),
        pageItself(spell(path)),
        `/page.json?path=${spell(path)}`,
      ])
        expect((await request(who, address)).text, `${who} ${address}`).not.toMatch(secret);
  });
});

it('an unsettled visitor does not learn which guarded pages there are', async () => {
  const there = await request('unsettled', '/posts/family/trip');
  const missing = await request('unsettled', '/posts/family/tree');
  expect([missing.status, missing.text]).toEqual([there.status, there.text.replaceAll('/trip', '/tree')]);
  for (const address of ['/posts/family/trip', '/posts/family/tree'])
    expect((await request('unsettled', payloadOf(address))).status).toBe(401);
});

it('a page without data is returned to an unsettled visitor', async () => {
  expect((await request('unsettled', '/account/_payload.json')).status).toBe(200);
  expect((await request('stranger', '/account/_payload.json')).status).toBe(401);
});

describe('what open pages reveal about others', () => {
  const openAddresses = [
    '/',
    '/posts',
    '/posts?page=1',
    '/posts/open',
    '/posts/later',
    '/posts/half',
    '/posts/family/open-day',
    '/nowhere',
  ];

  it.each(
    openAddresses.flatMap((path) => [path, payloadOf(path), pageItself(path)]),
  )('%s names no guarded page, for any visitor', async (address) => {
    for (const who of [...outside, ...inside]) {
      const reply = await request(who, address);
      expect(reply.text).not.toMatch(secret);
      expect(reply.text).not.toContain('/posts/family/trip');
      expect(reply.headers.get('cache-control')).not.toContain('private');
    }
  });

  it('lists, counts and neighbors skip guarded pages', async () => {
    const list = JSON.parse((await request('stranger', pageItself('/posts'))).text).data.list;
    expect(list.pages.map(({ path }: { path: string }) => path)).toEqual([
      '/posts/later',
      '/posts/open',
      '/posts/family/open-day',
    ]);
    expect(list.total).toBe(3);
    expect(list.folders).toEqual([{ title: 'Family', path: '/posts/family', count: 1 }]);
    const { data } = JSON.parse((await request('stranger', pageItself('/posts/open'))).text);
    expect(data.neighbours).toEqual({ next: { title: 'Open two', path: '/posts/later' } });
    expect(data.navigation.siblings.map(({ path }: { path: string }) => path)).toEqual([
      '/posts/open',
      '/posts/later',
      '/posts/family',
    ]);
    expect(data.navigation.more).toBeUndefined();
    const home = JSON.parse((await request('stranger', pageItself('/'))).text).data;
    expect(home).toMatchObject({
      total: 3,
      latest: [{ title: 'Open two' }, { title: 'Open one' }],
    });
  });

  it('a folder of guarded pages is an empty list', async () => {
    const reply = await request('stranger', pageItself('/posts/half'));
    expect(JSON.parse(reply.text).data.list).toMatchObject({
      title: 'Half',
      pages: [],
      folders: [],
      total: 0,
    });
  });

  it('guarded pages link to each other', async () => {
    const { data } = JSON.parse((await request('reader', pageItself('/posts/single'))).text);
    expect(data.navigation.siblings.map(({ title }: { title: string }) => title)).toContain('Walrus family');
    expect(data.neighbours.next).toEqual({ title: 'Open two', path: '/posts/later' });
  });
});

describe('pictures', () => {
  const address = (path: string) => `/pictures/0123456789/posts/${path}`;

  it.each([
    'plan.svg',
    '4.family/cover.svg',
    '4.family/photo.svg',
    '4.family/unused.svg',
  ])('%s of a guarded page is for signed-in users', async (name) => {
    // A new process has not read any page yet.
    await content.close();
    await open();
    for (const who of outside)
      for (const headers of [{}, { range: 'bytes=0-4' }, { 'if-none-match': '*' }]) {
        const reply = await request(who, address(name), { headers });
        expect([reply.status, reply.headers.get('etag')]).toEqual([404, null]);
        expect((await request(who, address(name), { method: 'HEAD', headers })).status).toBe(404);
      }
    await request('reader', '/posts/single');
    await request('reader', '/posts/family/trip');
    for (const who of outside) expect((await request(who, address(name))).status).toBe(404);
    const reply = await request('reader', address(name));
    expect([reply.status, reply.text]).toEqual([200, svg]);
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    const part = await request('reader', address(name), { headers: { range: 'bytes=0-3' } });
    expect([part.status, part.text, part.headers.get('cache-control')]).toEqual([
      206,
      '<svg',
      'private, no-store',
    ]);
  });

  it('are public when an open page shows them', async () => {
    await request('stranger', '/posts/open');
    for (const name of ['open.svg', 'shared.svg']) {
      const reply = await request('stranger', address(name));
      expect([name, reply.status, reply.text]).toEqual([name, 200, svg]);
    }
  });

  it('a refused picture has the response of a missing one', async () => {
    const refused = await request('stranger', address('4.family/photo.svg'));
    const missing = await request('stranger', address('4.family/other.svg'));
    expect(missing.status).toBe(refused.status);
    expect(missing.text).toBe(refused.text.replaceAll('photo.svg', 'other.svg'));
  });
});
