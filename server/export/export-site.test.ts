import { hash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import site from '../../site.config.ts';
import { dotPicture } from '../../tests/harness/markdown/dot-picture.ts';
import { createTestFolder, type Files } from '../../tests/harness/markdown/test-content.ts';
import { createLog } from '../log.ts';
import { readSettings } from '../settings.ts';
import { type ExportResult, exportSite } from './export-site.ts';
import { openStaticSite } from './open-static-site.ts';
import { openOutputFolder } from './output-folder.ts';

const siteUrl = 'https://site.test';

const files: Files = {
  'index.md': '# Home\n\nWelcome.\n',
  'posts/notes/first.md':
    '---\ntitle: First\ndate: 2026-01-02\ntags: [Web]\nredirectFrom: [/old/first]\n---\n\n![Dot](./dot.png) [Second](./second.md)\n',
  'posts/notes/second.md': '---\ntitle: Second\ndate: 2026-01-03\n---\n\nA text about porches.\n',
  'posts/notes/dot.png': dotPicture,
  'posts/notes/plan.draft.md': '# A plan\n\nNot yet.\n',
  'posts/notes/later.md': '---\ntitle: Later\npublishAt: 2999-01-01\n---\n\nIn a thousand years.\n',
  'posts/guide/index.md': '# Guide\n\nHow to.\n',
  'posts/by-address.md': '---\ntitle: By its address\nunlisted: true\n---\n\nNo list names it.\n',
  'account/secret.md': '---\ntitle: Secret\nredirectFrom: [/old/secret]\n---\n\nFor members.\n',
  'кот.md': '# Кот\n\nA cat.\n',
  'redirects.yml': '/was: /posts/notes/second\n/blog/*: /posts/:splat\n/gone: { status: 410 }\n',
};

interface TestExport {
  folder: string;
  content: string;
  out: string;
  /** Runs the export. */
  run(options?: { compress?: boolean }): Promise<ExportResult>;
  read(name: string): string;
  /** The hash of each file, by name. */
  hashAll(): Record<string, string>;
  /** The names of the files with this text, but those of the build. */
  findText(text: string): string[];
}

/** Folders are kept until the end: the fonts of the pictures are read from the first of them. */
function createTestExport(given: Files = files, environment: Record<string, string> = {}): TestExport {
  return openTestExport(createTestFolder(given, afterAll), environment);
}

/** The export of `files` as its first run has left it, for a second one. */
function copyFirstExport(): TestExport {
  const folder = createTestFolder({}, afterAll);
  cpSync(first.folder, folder, { recursive: true, preserveTimestamps: true });
  return openTestExport(folder);
}

function openTestExport(folder: string, environment: Record<string, string> = {}): TestExport {
  const content = join(folder, 'content');
  const out = join(folder, 'out');
  const settings = readSettings({
    SITE_URL: siteUrl,
    CONTENT_DIR: content,
    DATA_DIR: join(folder, 'data'),
    ...environment,
  });
  return {
    folder,
    content,
    out,
    async run({ compress = false } = {}) {
      const log = createLog({ write: () => {} });
      const from = await openStaticSite({ settings, environment: {}, log });
      try {
        const to = await openOutputFolder(out);
        return await exportSite({ site, from, to, contentFolder: content, compress, onProgress: () => {} });
      } finally {
        await from.close();
      }
    },
    read: (name) => readFileSync(join(out, name), 'utf8'),
    hashAll: () =>
      Object.fromEntries(
        listNames(out)
          .filter((name) => name !== '.export.json')
          .map((name) => [name, hash('sha1', readFileSync(join(out, name)))]),
      ),
    findText: (text) =>
      listNames(out).filter(
        (name) => !/^(?:assets|builds|\.export)/.test(name) && readFileSync(join(out, name)).includes(text),
      ),
  };
}

function listNames(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** The names of the files that differ. */
function findChanged(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

let first: TestExport;
let firstResult: ExportResult;

beforeAll(async () => {
  first = createTestExport();
  firstResult = await first.run({ compress: true });
});

describe('an export', () => {
  test('has each page that strangers may see, in each of its forms', () => {
    const names = listNames(first.out);
    for (const name of [
      'index.html',
      '_payload.json',
      'posts/index.html',
      'posts/notes/first/index.html',
      'posts/notes/first/_payload.json',
      'posts/notes/first.md',
      'posts/by-address/index.html',
      'tags/web/index.html',
      'archive/2026/01/index.html',
      'кот/index.html',
      'feed.xml',
      'posts/notes/feed.json',
      'sitemap.xml',
      'robots.txt',
      'llms.txt',
      'service-worker.js',
      'favicon.ico',
      '404.html',
      '_headers',
      'nginx.conf',
      '.nojekyll',
      'baby-names/names.bin',
    ])
      expect(names).toContain(name);
    expect(names.filter((name) => /^pictures\/.*dot\.png$/.test(name))).toHaveLength(1);
    expect(names.filter((name) => /^og\/.*second\.png$/.test(name))).toHaveLength(1);
    expect(firstResult).toMatchObject({ guarded: 1, missing: [], isUnchanged: false, deleted: 0 });
    expect(first.read('posts/notes/first/index.html')).toContain(' data-static');
  });

  test('has no byte of a page that strangers must not know', () => {
    for (const text of ['A plan', 'Not yet.', 'In a thousand years', 'For members', 'Secret', 'old/secret'])
      expect([text, first.findText(text)]).toEqual([text, []]);
    expect(first.findText('localhost:')).toEqual([]);
    const named = /secret|plan|later|^(?:account|login|admin|stats)\b/;
    expect(listNames(first.out).filter((name) => named.test(name))).toEqual([]);
  });

  test('is the same twice: the second run writes nothing, the third makes no page', async () => {
    // A copy of a file is another file, so its page is made again.
    const { run, hashAll, out } = copyFirstExport();
    const before = hashAll();
    const { mtimeMs } = statSync(join(out, 'index.html'));
    const same = { written: 0, deleted: 0, files: firstResult.files };
    expect(await run({ compress: true })).toMatchObject({ ...same, isUnchanged: false });
    expect(await run({ compress: true })).toMatchObject({ ...same, isUnchanged: true });
    expect(hashAll()).toEqual(before);
    expect(statSync(join(out, 'index.html')).mtimeMs).toBe(mtimeMs);
  });

  test('writes after a change of one text exactly what shows the text', async () => {
    const { run, hashAll, content } = copyFirstExport();
    const before = hashAll();
    const file = join(content, 'posts/notes/second.md');
    const { atime, mtime } = statSync(file);
    writeFileSync(file, readFileSync(file, 'utf8').replace('porches', 'verandas'));
    utimesSync(file, atime, mtime);
    const { written, deleted } = await run({ compress: true });
    const after = hashAll();
    const changed = findChanged(before, after);
    expect(written).toBe(changed.filter((name) => after[name] !== undefined).length);
    expect(deleted).toBe(changed.filter((name) => after[name] === undefined).length);
    const texts = changed.filter((name) => !/\.(?:br|gz)$/.test(name));
    expect(texts.filter((name) => !name.startsWith('pagefind/'))).toEqual(
      [
        ...['feed.json', 'feed.xml', 'rss.xml'].flatMap((name) => [
          name,
          `posts/${name}`,
          `posts/notes/${name}`,
        ]),
        'llms-full.txt',
        'posts/notes/second.md',
        'posts/notes/second/_payload.json',
        'posts/notes/second/index.html',
      ].sort(),
    );
    // The search: the text of one page, the words of all, and the list of both.
    const ofSearch = texts.filter((name) => name.startsWith('pagefind/') && after[name] !== undefined);
    expect(ofSearch.map((name) => name.replace(/en_\w+/, 'en_*'))).toEqual([
      'pagefind/fragment/en_*.pf_fragment',
      'pagefind/index/en_*.pf_index',
      'pagefind/pagefind-entry.json',
      'pagefind/pagefind.en_*.pf_meta',
    ]);
  });

  test('deletes what the site does not have any more, and nothing else', async () => {
    const { run, out, content } = copyFirstExport();
    writeFileSync(join(out, 'CNAME'), 'site.test\n');
    rmSync(join(content, 'кот.md'));
    const { deleted } = await run({ compress: true });
    expect(deleted).toBeGreaterThanOrEqual(3);
    expect(readdirSync(out)).not.toContain('кот');
    expect(readdirSync(out)).toContain('CNAME');
  });

  test('writes a file again that was deleted or cut off', async () => {
    const { run, hashAll, out } = copyFirstExport();
    const before = hashAll();
    rmSync(join(out, 'index.html'));
    writeFileSync(join(out, 'posts/index.html'), '');
    expect(await run({ compress: true })).toMatchObject({ isUnchanged: false, written: 2 });
    expect(hashAll()).toEqual(before);
  });

  test('gives the further pages of a list paths, because files have no queries', async () => {
    const posts = Array.from({ length: 45 }, (_, at) => [
      `posts/p${at + 10}.md`,
      `---\ntitle: Post ${at}\ndate: 2026-01-01\n---\n\nText.\n`,
    ]);
    const { run, out, read } = createTestExport(Object.fromEntries(posts));
    await run();
    const html = read('posts/page/2/index.html');
    expect(html).toContain(`rel="canonical" href="${siteUrl}/posts/page/2"`);
    expect(html).toContain('href="/posts/page/3" rel="next"');
    expect(html).toContain('href="/posts" rel="prev"');
    expect(listNames(out)).toContain('posts/page/3/_payload.json');
    expect(listNames(out)).not.toContain('posts/page/4/index.html');
    expect(
      Object.entries({ html, first: read('posts/index.html') }).filter(([, text]) => text.includes('?page=')),
    ).toEqual([]);
  });

  test('leads from earlier addresses to the present ones', () => {
    const { read } = first;
    expect(read('_redirects').trim().split('\n').sort()).toEqual([
      '/blog/* /posts/:splat 301',
      '/old/first /posts/notes/first 301',
      '/was /posts/notes/second 301',
    ]);
    expect(read('was/index.html')).toContain('content="0;url=/posts/notes/second"');
    expect(read('nginx.conf')).toContain('location = "/gone" { return 410; }');
  });

  test('names the links that lead nowhere', async () => {
    const { run, out } = createTestExport({
      'index.md': '# Home\n\n[Nothing](/no-such-page) [Members](/account/secret) [Sign in](/login)\n',
      'account/secret.md': '# Secret\n\nFor members.\n',
    });
    const { missing, onlyByServer } = await run();
    expect(missing).toContainEqual({ path: '/no-such-page', linkedFrom: '/' });
    expect(onlyByServer).toEqual(
      expect.arrayContaining(['/account/secret', '/login'].map((path) => ({ path, linkedFrom: '/' }))),
    );
    expect(listNames(out).filter((name) => /^(?:account|login)/.test(name))).toEqual([]);
  });

  test('has pages for accounts with a hosted project', async () => {
    const { run, out, read } = createTestExport(files, {
      SUPABASE_URL: 'http://127.0.0.1:9',
      SUPABASE_KEY: 'sb_publishable_key',
    });
    await run();
    const names = listNames(out);
    for (const page of ['login', 'confirm', 'account'])
      for (const name of ['index.html', '_payload.json']) expect(names).toContain(`${page}/${name}`);
    expect(read('account/index.html')).toContain('data-settle');
    expect(read('index.html')).toContain('data-backend="http://127.0.0.1:9"');
    expect(read('_headers')).toContain("connect-src 'self' http://127.0.0.1:9 ws://127.0.0.1:9");
  });

  test('leaves the one before it as it was when it fails', async () => {
    const { run, hashAll, content } = copyFirstExport();
    const before = hashAll();
    // No file system has a name of this length.
    writeFileSync(join(content, 'index.md'), '# Another home\n');
    writeFileSync(join(content, 'redirects.yml'), `/${'y'.repeat(300)}: /\n`);
    await expect(run()).rejects.toThrow(/ENAMETOOLONG/);
    expect(hashAll()).toEqual(before);
  });

  test('is not written into a folder with other files', async () => {
    const { out, run, content } = copyFirstExport();
    await expect(openOutputFolder(content)).rejects.toThrow(/holds files that are not of an export/);
    writeFileSync(
      join(out, '.export.json'),
      '{"version":1,"inputs":"","files":{"../../content/index.md":["",1]}}',
    );
    await expect(run()).rejects.toThrow(/is damaged/);
    expect(readdirSync(content)).toContain('index.md');
  });
});
