/** The day of a page's last change from git, as visitors, feed readers and search engines get it. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createTestFolder, type Files } from '../../tests/harness/markdown/test-content.ts';
import { openTestPages, siteUrl, type TestPages } from '../../tests/harness/server/test-pages.ts';

const page = (title: string, more = '') =>
  `---\ntitle: ${title}\ndate: 2020-01-01\n${more}---\n\nText of ${title}.\n`;
const savedOn = '2023-03-03';

/** A repository with a content folder; every file is committed on one day. */
function createRepository(files: Files): { root: string; folder: string } {
  const root = createTestFolder(files);
  git(root, 'init', '-q', '-b', 'main');
  commit(root, '2021-02-03');
  const folder = join(root, 'content');
  for (const file of Object.keys(files)) utimesSync(join(folder, file), new Date(savedOn), new Date(savedOn));
  return { root, folder };
}

function git(root: string, ...args: string[]): string {
  const identity = [
    '-c',
    'user.name=Author',
    '-c',
    'user.email=author@example.com',
    '-c',
    'protocol.file.allow=always',
  ];
  return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
}

function commit(root: string, day: string): void {
  git(root, 'add', '.');
  git(root, 'commit', '-q', '-m', 'Change', `--date=${day}T12:00:00Z`);
}

async function open(folder: string, more: { watch?: boolean; environment?: NodeJS.ProcessEnv } = {}) {
  const { watch = false, environment = process.env } = more;
  return openTestPages({}, { content: { folder, watch, gitEnvironment: environment } });
}

async function updatedOf({ getText }: TestPages, path: string) {
  const html = await getText(path);
  const sitemap = await getText('/sitemap.xml');
  const feed = await getText('/feed.xml');
  const url = siteUrl + encodeURI(path);
  return {
    shown: /Updated <time[^>]*dateTime="([^"]*)"/i.exec(html)?.[1],
    structured: /"dateModified":"([^"]*)"/.exec(html)?.[1],
    sitemap: sitemap.split(`<loc>${url}</loc><lastmod>`)[1]?.slice(0, 10),
    feed: /<updated>(\d{4}-\d\d-\d\d)/.exec(feed.split(`href="${url}"`)[1] ?? '')?.[1],
  };
}

const everywhere = (day: string) => ({ shown: day, structured: day, sitemap: day, feed: day });

/** Git answers later: until then the pages are there with the day their file was saved. */
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 100 });

test('is the last author date, in the page, its structured data, the sitemap and the feed', async () => {
  const { folder } = createRepository({ 'posts/one.md': page('One'), 'posts/Überblick é.md': page('Two') });
  const pages = await open(folder);
  const other = encodeURI('/posts/überblick-é');
  await until(async () => expect(await updatedOf(pages, '/posts/one')).toEqual(everywhere('2021-02-03')));
  expect((await pages.getText(other)).includes('2021-02-03')).toBe(true);
});

test('is what the author says, where the page says it', async () => {
  const { folder } = createRepository({
    'posts/one.md': page('One'),
    'posts/said.md': page('Said', 'updated: 2022-02-02\n'),
  });
  const pages = await open(folder);
  await until(async () => expect((await updatedOf(pages, '/posts/one')).shown).toBe('2021-02-03'));
  expect(await updatedOf(pages, '/posts/said')).toEqual(everywhere('2022-02-02'));
});

test('is the day of saving for a file that is not committed as it is', async () => {
  const { folder } = createRepository({ 'posts/one.md': page('One'), 'posts/edited.md': page('Edited') });
  for (const file of ['posts/edited.md', 'posts/untracked.md']) {
    writeFileSync(join(folder, file), page('Not committed'));
    utimesSync(join(folder, file), new Date('2022-05-05'), new Date('2022-05-05'));
  }
  const pages = await open(folder);
  await until(async () => expect((await updatedOf(pages, '/posts/one')).shown).toBe('2021-02-03'));
  expect(await updatedOf(pages, '/posts/edited')).toEqual(everywhere('2022-05-05'));
  expect(await updatedOf(pages, '/posts/untracked')).toEqual(everywhere('2022-05-05'));
});

test('follows a save, its commit, and a checkout of many files', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `posts/page-${index}.md`);
  const { root, folder } = createRepository(Object.fromEntries(names.map((name) => [name, page(name)])));
  git(root, 'checkout', '-q', '-b', 'other');
  for (const name of names) writeFileSync(join(folder, name), page(`Other ${name}`));
  commit(root, '2022-06-07');
  git(root, 'checkout', '-q', 'main');
  const pages = await open(folder, { watch: true });
  await until(async () => expect((await updatedOf(pages, '/posts/page-7')).shown).toBe('2021-02-03'));

  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(join(folder, 'posts/page-7.md'), page('Saved'));
  await until(async () => expect((await updatedOf(pages, '/posts/page-7')).shown).toBe(today));
  commit(root, '2022-01-02');
  await until(async () => expect((await updatedOf(pages, '/posts/page-7')).sitemap).toBe('2022-01-02'));

  git(root, 'checkout', '-q', 'other');
  await until(async () => {
    expect((await updatedOf(pages, '/posts/page-7')).shown).toBe('2022-06-07');
    expect((await updatedOf(pages, '/posts/page-299')).shown).toBe('2022-06-07');
  });
});

test('is there with the first commit', async () => {
  const { root, folder } = createRepository({ 'posts/one.md': page('One') });
  git(root, 'update-ref', '-d', 'HEAD');
  const { environment, answers } = createGit('"$git" "$@"');
  const pages = await open(folder, { watch: true, environment });
  // It does not know HEAD.
  await until(async () => expect(answers()).toMatch(/^128$/m));
  expect((await updatedOf(pages, '/posts/one')).shown).toBe(savedOn);
  commit(root, '2022-06-07');
  await until(async () => expect((await updatedOf(pages, '/posts/one')).shown).toBe('2022-06-07'));
});

test('renders again only the pages whose day is another one', async () => {
  const { root, folder } = createRepository({ 'posts/one.md': page('One'), 'posts/two.md': page('Two') });
  writeFileSync(join(folder, 'posts/two.md'), page('Two, changed'));
  commit(root, '2022-06-07');
  utimesSync(join(folder, 'posts/two.md'), new Date('2022-06-07'), new Date('2022-06-07'));
  const pages = await open(folder);
  const changes: unknown[] = [];
  pages.content.onChange(({ pages: saved, paths }) => changes.push([saved, paths]));
  await until(async () => expect(changes).toEqual([[[], ['/posts/one']]]));
});

test('is not that of another repository that the environment names', async () => {
  const { folder } = createRepository({ 'posts/one.md': page('One') });
  const { root: other } = createRepository({ 'posts/other.md': page('Other') });
  const environment = { ...process.env, GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other };
  const pages = await open(folder, { environment });
  await until(async () => expect((await updatedOf(pages, '/posts/one')).shown).toBe('2021-02-03'));
});

test('is the day of saving in a shallow clone, and the log says how to change that', async () => {
  const { root } = createRepository({ 'posts/one.md': page('One') });
  writeFileSync(join(root, 'content/posts/two.md'), page('Two'));
  commit(root, '2022-06-07');
  git(root, 'clone', '-q', '--depth=1', `file://${root}`, 'shallow');
  const folder = join(root, 'shallow/content');
  utimesSync(join(folder, 'posts/one.md'), new Date(savedOn), new Date(savedOn));
  const pages = await open(folder);
  await until(async () => expect(pages.log.join('\n')).toContain('fetch-depth: 0'));
  expect(await updatedOf(pages, '/posts/one')).toEqual(everywhere(savedOn));
  expect(pages.log).toHaveLength(1);
});

test('is the day of saving where git refuses the folder, and the log says what to do', async () => {
  const { folder } = createRepository({ 'posts/one.md': page('One') });
  const { environment } = createGit('GIT_TEST_ASSUME_DIFFERENT_OWNER=1 "$git" "$@"');
  const pages = await open(folder, { environment });
  await until(async () => expect(pages.log.join('\n')).toContain(`--add safe.directory ${folder}`));
  expect(await updatedOf(pages, '/posts/one')).toEqual(everywhere(savedOn));
  expect(pages.log).toHaveLength(1);
});

test.each([
  ['git is not installed', () => ({ PATH: '/nowhere' })],
  ['git hangs', () => createGit('exec sleep 60').environment],
])('is the day of saving while %s, and no page waits', async (_, createEnvironment) => {
  const { folder } = createRepository({ 'posts/one.md': page('One') });
  const pages = await open(folder, { environment: createEnvironment() });
  expect(await updatedOf(pages, '/posts/one')).toEqual(everywhere(savedOn));
  await pages.content.close();
  expect(pages.log).toEqual([]);
});

test.each([
  ['no repository', (root: string) => rmSync(join(root, '.git'), { recursive: true })],
  ['no commit', (root: string) => git(root, 'update-ref', '-d', 'HEAD')],
  ['a bare repository', (root: string) => git(root, 'config', 'core.bare', 'true')],
])('is the day of saving with %s, without a word', async (_, change) => {
  const { root, folder } = createRepository({ 'posts/one.md': page('One') });
  change(root);
  const { environment, answers } = createGit('"$git" "$@"');
  const pages = await open(folder, { environment });
  await until(async () => expect(answers()).not.toBe(''));
  expect(await updatedOf(pages, '/posts/one')).toEqual(everywhere(savedOn));
  expect(pages.log).toEqual([]);
});

/** Another `git` in front of the real one. `answers` are the exit codes of `command`, one a line. */
function createGit(command: string) {
  const folder = join(createTestFolder({}), 'bin');
  const exitCodes = join(folder, 'exit-codes');
  mkdirSync(folder);
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh\ngit=${real}\n${command}\ncode=$?\necho $code >> ${exitCodes}\nexit $code\n`;
  writeFileSync(join(folder, 'git'), script, { mode: 0o755 });
  return {
    environment: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    answers: () => (existsSync(exitCodes) ? readFileSync(exitCodes, 'utf8') : ''),
  };
}
