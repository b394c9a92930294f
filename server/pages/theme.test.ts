/** theme.css of the content folder: in the head of every document, at an address of its own, and what happens when it changes or is broken. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTestPages, type TestPages } from '../../tests/harness/server/test-pages.ts';
import { describeSiteFaults, findSiteFaults } from '../links/check-site-links.ts';

const files = { 'index.md': '# Home\n', 'posts/first.md': '---\ntitle: First\n---\nText.\n' };
const css = ':root {\n  --color-lamp: light-dark(#7a4a1e, #f2bd6a);\n}\n';
const immutable = 'public, max-age=31536000, immutable';

const open = (theme?: string | Uint8Array) =>
  openTestPages(theme === undefined ? files : { ...files, 'theme.css': theme }, {
    content: { watch: true },
    guarded: ['/account', '/posts/members/*'],
  });

const linkPattern = /<link rel="stylesheet" href="(\/theme\.css\?v=[0-9a-f]{16})">/g;
const withoutLink = (html: string) => html.replace(linkPattern, '');

async function readAddress({ getText }: TestPages): Promise<string> {
  return [...(await getText('/')).matchAll(linkPattern)][0]?.[1] ?? '';
}

test.each([
  ['a page', '/'],
  ['an article', '/posts/first'],
  ['a page for members', '/account'],
  ['a page that is not there', '/no-such-page'],
  ['a list', '/posts'],
])('%s has the stylesheet once, and nothing else differs', async (_, path) => {
  const [plain, themed] = await Promise.all([open(), open(css)]);
  const readAs = async ({ request }: TestPages) => (await request('reader', path)).text();
  const html = await readAs(themed);
  expect(html.match(/\/theme\.css/g)).toHaveLength(1);
  expect(html).toMatch(linkPattern);
  expect(withoutLink(html)).toBe(await readAs(plain));
});

test('the error screen and the page of mails have it, too', async () => {
  const { pages } = await open(css);
  const error = await pages.renderError(new Request('https://site.test/'), 500, 'Sorry.');
  expect(await error.text()).toMatch(linkPattern);
  const mails = await pages.renderMail({ kind: 'locked' }, 200);
  expect(await mails.text()).toMatch(linkPattern);
});

test('the address of the current text can be kept forever, any other is asked for again', async () => {
  const site = await open(css);
  const address = await readAddress(site);
  const response = await site.get(address);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(css);
  expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe(immutable);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const etag = response.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{22}"$/);
  const again = await site.get(address, { 'if-none-match': etag });
  expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([
    304,
    '',
    immutable,
  ]);
  for (const path of ['/theme.css', '/theme.css?v=0123456789abcdef', `${address}&x=1`.replace('v=', 'w=')]) {
    const other = await site.get(path);
    expect([path, other.status, other.headers.get('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=0, must-revalidate',
    ]);
    expect(await other.text()).toBe(css);
  }
  const head = await site.request('stranger', address, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const packed = await site.get(address, { 'accept-encoding': 'br' });
  expect(packed.headers.get('content-encoding')).toBe('br');
});

test('what is saved is live: cached pages are dropped, and the old address no longer keeps', async () => {
  const site = await open(css);
  const before = await readAddress(site);
  await site.get(before);
  await site.get('/theme.css');
  await site.changeBy(() => site.save('theme.css', ':root {}\n'));
  const after = await readAddress(site);
  expect(after).not.toBe(before);
  expect(await (await site.get(after)).text()).toBe(':root {}\n');
  expect(await site.getText('/theme.css')).toBe(':root {}\n');
  const old = await site.get(before);
  expect([await old.text(), old.headers.get('cache-control')]).toEqual([
    ':root {}\n',
    'public, max-age=0, must-revalidate',
  ]);
  await site.changeBy(() => rmSync(join(site.folder, 'theme.css')));
  expect(await site.getText('/')).not.toContain('theme.css');
  for (const address of ['/theme.css', before, after]) expect((await site.get(address)).status).toBe(404);
  await site.changeBy(() => site.save('theme.css', css));
  expect(await readAddress(site)).toBe(before);
});

test('the bars of browsers follow the background', async () => {
  const { getText } = await open(':root { --color-paper: light-dark(#ffffff, oklch(0.188 0.021 266)) }');
  const html = await getText('/');
  expect(html).toContain('<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">');
  expect(html).toContain('<meta name="theme-color" content="#0f131d" media="(prefers-color-scheme: dark)">');
  const manifest = JSON.parse(await getText('/manifest.webmanifest'));
  expect([manifest.theme_color, manifest.background_color]).toEqual(['#ffffff', '#ffffff']);
});

test('a background that cannot be read changes no bar', async () => {
  const [plain, themed] = await Promise.all([
    open(),
    open(':root { --color-paper: color-mix(in oklab, #fff, #eee) }'),
  ]);
  expect(withoutLink(await themed.getText('/'))).toBe(await plain.getText('/'));
});

const listFaults = async ({ content }: TestPages) =>
  describeSiteFaults(await findSiteFaults({ content, site: { navigation: [], footer: [] } }));

test.each<[why: string, theme: string | Uint8Array, fault: string]>([
  [
    'too long',
    `/*${' '.repeat(100_000)}*/`,
    'theme.css: is 101 kB, more than the 100 kB it may have: it is left out',
  ],
  [
    'no UTF-8',
    new Uint8Array([0x2e, 0x61, 0xff, 0xfe]),
    'theme.css: is not valid UTF-8: save it again with the encoding UTF-8',
  ],
])('a file that is %s is reported, and the site goes on without it', async (_, theme, fault) => {
  const site = await open(theme);
  expect(site.log).toEqual([`warn: ${fault}`]);
  expect(await listFaults(site)).toEqual([fault]);
  expect(await site.getText('/')).not.toContain('theme.css');
  expect((await site.get('/theme.css')).status).toBe(404);
  await site.changeBy(() => site.save('theme.css', css));
  expect(await site.getText('/')).toMatch(linkPattern);
  expect(await listFaults(site)).toEqual([]);
  await site.changeBy(() => site.save('theme.css', theme));
  expect(await site.getText('/')).not.toContain('theme.css');
  expect(site.log).toEqual([`warn: ${fault}`, `warn: ${fault}`]);
});

test('little contrast is reported with its line, and the colors are used', async () => {
  const site = await open(':root {\n  --color-lamp: light-dark(#c96, #f2bd6a);\n}\n');
  const fault = 'theme.css:2: --color-lamp on --color-raised has a contrast of 2.2 by day: text needs 4.5';
  expect(site.log).toEqual([`warn: ${fault}`]);
  expect(await listFaults(site)).toEqual([fault]);
  expect(await readAddress(site)).not.toBe('');
});

test('a file of that name in another folder is no stylesheet of the site', async () => {
  const { getText } = await openTestPages({ ...files, 'posts/theme.css': css });
  expect(await getText('/')).not.toContain('theme.css');
});

test.each<[what: string, make: (path: string, outside: string) => void, fault: string]>([
  [
    'a link to a file elsewhere',
    (path, outside) => symlinkSync(outside, path),
    'theme.css: leads out of the content folder: it is left out',
  ],
  ['a folder', (path) => mkdirSync(path), 'theme.css: is not a file: it is left out'],
])('%s is left out', async (_, make, fault) => {
  const site = await open(css);
  const outside = join(site.folder, '../secret.css');
  writeFileSync(outside, '/* secret */');
  await site.changeBy(() => {
    rmSync(join(site.folder, 'theme.css'));
    make(join(site.folder, 'theme.css'), outside);
  });
  expect(await site.getText('/')).not.toContain('theme.css');
  expect((await site.get('/theme.css')).status).toBe(404);
  await expect.poll(() => site.log).toContain(`warn: ${fault}`);
});
