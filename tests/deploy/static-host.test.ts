/** The exported site by nginx, with the file that the export writes for it. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../harness/database/folders.ts';
import { dotPicture } from '../harness/markdown/dot-picture.ts';
import { type ExportedSite, writeStaticSite } from '../harness/static-site.ts';
import { canInstall, findSystemProgram } from '../harness/system-programs.ts';
import { type StaticHost, startNginxWithFiles } from './start-proxies.ts';

const files = {
  'index.md': '# Home\n\nWelcome.\n',
  'posts/first.md': '# First\n\n![Dot](./dot.png)\n',
  'posts/dot.png': dotPicture,
  'кот.md': '# Кот\n\nA cat.\n',
  'redirects.yml': '/was: /posts/first\n/blog/*: /posts/:splat\n/gone: { status: 410 }\n',
};

const program = findSystemProgram('nginx', 'nginx-light');
it('nginx is here where it can be installed', () => {
  expect(program !== undefined || !canInstall()).toBe(true);
});

if (program)
  describe('an export by nginx', () => {
    let exported: ExportedSite;
    let host: StaticHost;
    const ends: (() => Promise<unknown>)[] = [];
    beforeAll(async () => {
      exported = await writeStaticSite({ files });
      const { folder, remove } = await makeFolder();
      host = await startNginxWithFiles({ program, folder, site: exported.folder });
      ends.push(host.stop, remove, exported.remove);
    });
    afterAll(async () => {
      for (const end of ends) await end();
    });

    const ask = (path: string) => fetch(host.url + path, { redirect: 'manual' });

    it('a page is at its path, with the headers of the site', async () => {
      for (const path of ['/', '/posts/first', encodeURI('/кот'), '/search?q=cat']) {
        const answer = await ask(path);
        expect([path, answer.status]).toEqual([path, 200]);
        expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
        expect(answer.headers.get('etag')).toBeTruthy();
        for (const [name, value] of Object.entries(exported.headers))
          expect([name, answer.headers.get(name)]).toEqual([name, value]);
      }
    });

    it('what the name of a file says for ever is kept by browsers for ever', async () => {
      const script = readdirSync(join(exported.folder, 'assets')).find((name) => name.endsWith('.js'));
      const picture = /\/pictures\/[^" ]+dot\.png/.exec(await (await ask('/posts/first')).text())?.[0];
      for (const [path, type] of [
        [`/assets/${script}`, 'text/javascript; charset=utf-8'],
        [picture ?? '', 'image/png'],
      ] as const) {
        const answer = await ask(path);
        expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, type]);
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      }
      // A picture may hold scripts of its own.
      expect((await ask(picture ?? '')).headers.get('content-security-policy')).toContain('sandbox');
    });

    it.each([
      ['/posts/first.md', 'text/markdown; charset=utf-8'],
      ['/posts/first/_payload.json', 'application/json; charset=utf-8'],
      ['/sitemap.xml', 'application/xml'],
      ['/robots.txt', 'text/plain; charset=utf-8'],
      ['/manifest.webmanifest', 'application/manifest+json'],
      ['/pagefind/pagefind.js', 'text/javascript; charset=utf-8'],
      ['/pagefind/wasm.en.pagefind', 'application/octet-stream'],
    ])('%s is %s', async (path, type) => {
      const answer = await ask(path);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    });

    it.each([
      ['/posts/first/', 308, '/posts/first'],
      ['/posts/first/?a=1', 308, '/posts/first?a=1'],
      ['/was', 301, '/posts/first'],
      ['/blog/first', 301, '/posts/first'],
    ])('%s: %s to %s', async (path, status, target) => {
      const answer = await ask(path);
      expect([answer.status, answer.headers.get('location')]).toEqual([status, target]);
    });

    it.each([
      ['/gone', 410],
      ['/no/such/page', 404],
      ['/nginx.conf', 404],
      ['/_headers', 404],
      ['/.export.json', 404],
    ])('%s: %s', async (path, status) => {
      expect((await ask(path)).status).toBe(status);
    });

    it('a name without a file has the layout of its page, and a missing page that of the site', async () => {
      const name = await ask('/baby-names/noah');
      expect([name.status, await name.text()]).toEqual([200, expect.stringContaining('data-shell')]);
      expect(await (await ask('/no/such/page')).text()).toContain('data-shell');
    });
  });
