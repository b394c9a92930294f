import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { OutgoingFetchError } from '../../backend/http/outgoing-fetch.ts';
import { openContent } from '../../markdown/open-content.ts';
import site from '../../site.config.ts';
import { openTestPages } from '../../tests/harness/server/test-pages.ts';
import { checkExternalLinks } from './check-external.ts';
import { describeSiteFaults, findSiteFaults, summarizeSiteFaults } from './check-site-links.ts';
import { createFaultFinder, reportFaultsLater } from './report-faults.ts';

const root = process.cwd();

/** A copy of the site's own content, changed by the owner. */
async function openCopy(change: (content: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-links-'));
  const content = join(folder, 'content');
  cpSync(join(root, 'content'), content, { recursive: true });
  change(content);
  const opened = await openContent({
    folder: content,
    cacheFolder: join(folder, 'cache'),
    watch: false,
    log: () => {},
  });
  onTestFinished(async () => {
    await opened.close();
    rmSync(folder, { recursive: true });
  });
  return { opened, folder };
}

test('no link of this site leads nowhere', async () => {
  const { opened } = await openCopy(() => undefined);
  const faults = await findSiteFaults({ content: opened, site });
  expect(describeSiteFaults(faults)).toEqual([]);
  expect(summarizeSiteFaults(faults)).toBeUndefined();
});

test('after "Make it yours" every link to a page that was removed is reported, in menus too', async () => {
  const { opened } = await openCopy((content) => {
    rmSync(join(content, 'posts/1.guide'), { recursive: true });
    rmSync(join(content, 'posts/2.notes'), { recursive: true });
  });
  const faults = await findSiteFaults({ content: opened, site });
  const found = describeSiteFaults(faults);
  expect(found).toContainEqual(
    expect.stringMatching(/^site\.config\.ts:\d+: \/posts\/guide: no page has this address$/),
  );
  expect(
    found.filter((line) => /^(?:about|index|baby-names|running)\.md:\d+: \/posts\//.test(line)).length,
  ).toBe(faults.links.length - 1);
  expect(summarizeSiteFaults(faults)).toBe(
    `${faults.links.length} links lead nowhere: npm run links shows them`,
  );
});

test('the command lists faults and fails, as text and as JSON', { timeout: 60_000 }, async () => {
  const { folder } = await openCopy((content) =>
    writeFileSync(join(content, 'posts/a.md'), '# A\n\n[x](/posts/non)\n'),
  );
  const run = (...flags: string[]) => {
    try {
      const env = { ...process.env, CONTENT_DIR: join(folder, 'content'), DATA_DIR: folder };
      const output = execFileSync(process.execPath, ['server/links/links-command.ts', ...flags], {
        env,
        encoding: 'utf8',
      });
      return { status: 0, output };
    } catch (error) {
      const { status, stdout } = error as { status: number; stdout: string };
      return { status, output: stdout };
    }
  };
  expect(run()).toEqual({ status: 1, output: 'posts/a.md:3: /posts/non: no page has this address\n' });
  const { status, output } = run('--json');
  expect([status, JSON.parse(output)]).toMatchObject([
    1,
    { links: [{ file: 'posts/a.md', line: 3 }], content: [] },
  ]);
  rmSync(join(folder, 'content/posts/a.md'));
  expect(run()).toEqual({ status: 0, output: 'Every link leads somewhere.\n' });
});

test('other sites are asked by HEAD and then GET, each address once in seven days', async () => {
  const { folder } = await openCopy(() => undefined);
  const asked: string[] = [];
  let time = 0;
  const links = ['/ok', '/ok#part', '/no-head', '/gone', '/moved', '/busy', '/private', '/down'].map(
    (path, index) => ({
      file: 'posts/a.md',
      line: index + 1,
      link: `https://example.com${path}`,
    }),
  );
  const check = () =>
    checkExternalLinks(links, {
      cacheFile: join(folder, 'external.json'),
      pauseMs: 0,
      now: () => time,
      async fetch(address, { method } = {}) {
        const path = new URL(address).pathname;
        asked.push(`${method} ${path}`);
        if (path === '/moved') throw new OutgoingFetchError('redirect', '');
        if (path === '/private') throw new OutgoingFetchError('refused_address', '');
        if (path === '/down') throw new OutgoingFetchError('unreachable', '');
        const status =
          path === '/gone'
            ? 404
            : path === '/busy'
              ? 503
              : path === '/no-head' && method === 'HEAD'
                ? 405
                : 200;
        return { status, headers: new Headers(), text: '' };
      },
    });
  const expected = [
    { file: 'posts/a.md', line: 4, link: 'https://example.com/gone', reason: 'answers 404' },
    { file: 'posts/a.md', line: 8, link: 'https://example.com/down', reason: 'cannot be reached' },
  ];
  expect(await check()).toEqual(expected);
  const first = [...asked];
  expect(first.filter((line) => line.endsWith('/ok'))).toEqual(['HEAD /ok']);
  expect(first).toContain('GET /no-head');
  time = 6 * 24 * 3_600_000;
  expect(await check()).toEqual(expected);
  expect(asked).toEqual(first);
  time = 8 * 24 * 3_600_000;
  await check();
  expect(asked.length).toBe(2 * first.length);
});

test('after the start one line says how many links lead nowhere', async () => {
  const { opened } = await openCopy((content) =>
    writeFileSync(join(content, 'posts/a.md'), '# A\n\n[x](/posts/non)\n'),
  );
  const lines: string[] = [];
  reportFaultsLater({ content: opened, site, log: { warn: (line) => lines.push(line) } });
  await expect
    .poll(() => lines, { timeout: 20_000 })
    .toEqual(['1 link leads nowhere: npm run links shows them']);
});

test('the notes of a page say which of its links lead nowhere', async () => {
  const files = { 'posts/a.md': '# A\n\n[x](/posts/non)\n', 'posts/b.md': '# B\n\n[x](/posts/a)\n' };
  let find: ReturnType<typeof createFaultFinder> = async () => [];
  const { request, content } = await openTestPages(files, {
    pages: { findLinkFaults: (path) => find(path) },
  });
  find = createFaultFinder(content);
  const notes = async (path: string) => (await request('owner', `/page-notes.json?path=${path}`)).json();
  expect(await notes('/posts/a')).toEqual({
    notes: [
      {
        file: 'posts/a.md',
        line: 3,
        message: expect.stringContaining('/posts/non: no page has this address'),
      },
    ],
  });
  expect(await notes('/posts/b')).toEqual({ notes: [] });
});
