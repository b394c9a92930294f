import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startAdmin } from '../../../tests/harness/admin/test-admin.ts';
import { requireNewName } from './content-path.ts';

const secret = 'SECRET\n';

/** Beside the content folder there are secrets, and in it there are ways that seem to lead to them. */
const admin = startAdmin(
  {
    'posts/page.md': 'Page.\n',
    'posts/notes.txt': secret,
    'posts/.hidden.md': secret,
    'posts/_private.md': secret,
    '.git/config.md': secret,
    '.env': secret,
    '_drafts/a.md': secret,
    'site.yml': secret,
    'posts/redirects.yml': secret,
  },
  {
    prepare(content) {
      const outside = join(content, '..', 'outside');
      mkdirSync(outside, { recursive: true });
      writeFileSync(join(outside, 'secret.md'), secret);
      symlinkSync('../outside', join(content, 'way-out'));
      symlinkSync(outside, join(content, 'posts', 'absolute-way-out'));
      symlinkSync('../../outside/secret.md', join(content, 'posts', 'out.md'));
      symlinkSync('../../outside/not-there.md', join(content, 'posts', 'dangling.md'));
      symlinkSync('../../outside/not-there', join(content, 'posts', 'dangling-folder'));
      symlinkSync('../.git', join(content, 'posts', 'inner-git'));
      symlinkSync('../.env', join(content, 'posts', 'env.md'));
      symlinkSync('notes.txt', join(content, 'posts', 'text.md'));
      symlinkSync('loop.md', join(content, 'posts', 'loop.md'));
      symlinkSync('page.md', join(content, 'posts', '.navigation.yml'));
      symlinkSync('../_drafts', join(content, 'posts', 'drafts'));
      mkdirSync(join(content, 'posts', 'folder.md'));
      execFileSync('mkfifo', [join(content, 'posts', 'pipe.md')]);
    },
  },
);

/** Everything below the folder of the test: names, bytes and where links lead. */
function readTree(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return [`${path}/`, ...readTree(path)];
    if (entry.isSymbolicLink()) return [`${path} → ${readlinkSync(path)}`];
    return [entry.isFile() ? `${path}: ${readFileSync(path, 'utf8')}` : path];
  });
}

const attacks = [
  '../outside/secret.md',
  '../outside/new.md',
  'posts/../../outside/secret.md',
  'posts/../page.md',
  './posts/page.md',
  'posts/./page.md',
  'posts//page.md',
  '/posts/page.md',
  '/etc/passwd.md',
  '//host/share/a.md',
  'posts/page.md/',
  'C:/new.md',
  'C:\\new.md',
  '..\\outside\\secret.md',
  'posts\\page.md',
  '\\\\host\\share\\a.md',
  'posts/page.md\0.txt',
  'posts/page.md\n',
  'posts/new\r\n.md',
  'posts/\u0085new.md',
  'posts/\u001b[2J.md',
  '',
  '.',
  '..',
  '/',
  '.md',
  'posts/.md',
  '.env',
  '.env.md',
  'posts/.hidden.md',
  'posts/.new.md',
  '.git/config.md',
  '.git/hooks/post-commit.md',
  '.trash/2026-11-18/000000000-a.md',
  'posts/_private.md',
  '_drafts/a.md',
  'posts/notes.txt',
  'posts/new.html',
  'posts/new.md.exe',
  'posts/new.MD',
  'site.config.ts',
  'site.yml',
  'posts/redirects.yml',
  'posts/new.yml',
  '.navigation.yml/a.md',
  'posts/.navigation.yaml',
  'posts/page.md/inner.md',
  'posts/folder.md',
  'posts/pipe.md',
  'way-out/secret.md',
  'way-out/new.md',
  'posts/absolute-way-out/secret.md',
  'posts/out.md',
  'posts/dangling.md',
  'posts/dangling-folder/new.md',
  'posts/inner-git/config.md',
  'posts/inner-git/new.md',
  'posts/env.md',
  'posts/text.md',
  'posts/loop.md',
  'posts/.navigation.yml',
  'posts/drafts/a.md',
  `posts/${'a'.repeat(1000)}.md`,
  `${'deep/'.repeat(300)}a.md`,
];

/** Names that are no way out, but that no new file gets. */
const unfitNames = [
  'posts/%2e%2e/new.md',
  'posts/%2e%2e%2foutside%2fsecret.md',
  'posts/con.md',
  'posts/NUL.txt.md',
  'posts/com1.md',
  'aux/new.md',
  'posts/a:b.md',
  'posts/page.md:stream.md',
  'posts/what?.md',
  'posts/<script>.md',
  'posts/"quoted".md',
  'posts/a|b.md',
  'posts/*.md',
  'posts/ new.md',
  'posts /new.md',
  'posts./new.md',
  'posts/\u202egnp.md',
  'posts/\ufeffnew.md',
  'posts/---.md',
  'posts/!!!/new.md',
  `posts/${'ä'.repeat(110)}.md`,
];

const hash = '0'.repeat(32);
const query = (file: string) => ({ file });
const requests: Record<string, (file: string) => Promise<{ status: number; text: string }>> = {
  read: (file) => admin().call('/content/file', { query: query(file) }),
  history: (file) => admin().call('/content/history', { query: query(file) }),
  version: (file) => admin().call('/content/version', { query: { file, id: '0000000000000' } }),
  create: (file) =>
    admin().call('/content/file', {
      method: 'PUT',
      query: query(file),
      headers: { 'if-none-match': '*' },
      body: { text: 'attack' },
    }),
  save: (file) =>
    admin().call('/content/file', {
      method: 'PUT',
      query: query(file),
      headers: { 'if-match': `"${hash}"` },
      body: { text: 'attack' },
    }),
  draft: (file) =>
    admin().call('/content/draft', { method: 'PUT', query: query(file), body: { text: 'x', baseHash: '' } }),
  delete: (file) =>
    admin().call('/content/file', {
      method: 'DELETE',
      query: query(file),
      headers: { 'if-match': `"${hash}"` },
    }),
  'rename from': (file) =>
    admin().call('/content/rename', {
      method: 'POST',
      body: { file, to: 'posts/taken.md', redirect: false },
    }),
  'rename to': (to) =>
    admin().call('/content/rename', { method: 'POST', body: { file: 'posts/page.md', to, redirect: true } }),
  restore: (file) => admin().call('/content/restore', { method: 'POST', body: { trashed: file } }),
  'restore below the trash': (file) =>
    admin().call('/content/restore', {
      method: 'POST',
      body: { trashed: `.trash/2026-11-18/000000000-${file}` },
    }),
};

test.each(Object.keys(requests))('%s: no attack is answered with a file, or touches one', async (name) => {
  const place = join(admin().contentFolder, '..');
  const withoutCache = () => readTree(place).filter((line) => !line.includes('/data/cache'));
  const before = withoutCache();
  const log = await admin().log();
  const answered: string[] = [];
  for (const file of attacks) {
    const { status, text } = (await requests[name]?.(file)) ?? { status: 0, text: '' };
    expect(text).not.toContain('SECRET');
    if (status !== 400 && status !== 404) answered.push(`${status} ${JSON.stringify(file)}`);
  }
  expect(answered).toEqual([]);
  expect(withoutCache()).toEqual(before);
  expect(await admin().log()).toEqual(log);
});

test.each([
  'create',
  'rename to',
])('%s: a new file gets no name that some system cannot store', async (name) => {
  const before = readTree(admin().contentFolder);
  for (const file of unfitNames) expect([file, (await requests[name]?.(file))?.status]).toEqual([file, 400]);
  expect(readTree(admin().contentFolder)).toEqual(before);
});

test('an attack by JSON with half a character is refused', async () => {
  expect((await requests['rename to']?.('posts/a\ud800.md'))?.status).toBe(400);
});

test.each([
  'posts/2026-11-18-a-day.md',
  'posts/1.guide/3.start.mdx',
  'de/posts/schön und größer.md',
  'posts/日本語.md',
  'posts/👩‍👩‍👧.md',
  'posts/_index.md',
  'posts/a.draft.md',
  'posts/100% sure.md',
  "posts/it's (new).md",
  'redirects.yml',
  'posts/new/.navigation.yml',
])('%s is a name for a new file', (file) => expect(() => requireNewName(file)).not.toThrow());
