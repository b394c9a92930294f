import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startAdmin, type TestAdmin } from '../../../tests/harness/admin/test-admin.ts';

const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
function git(folder: string, ...args: string[]): string {
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' });
}

/** The content is a folder of a work tree, as in a repository of a site. */
function createRepository(content: string): void {
  const top = join(content, '..');
  writeFileSync(join(top, '.gitignore'), 'data/\n');
  writeFileSync(join(content, '.gitignore'), 'ignored*\n');
  git(top, 'init', '--quiet');
  git(top, 'add', '.gitignore', 'content');
  git(top, 'commit', '--quiet', '-m', 'Begin');
  // A hook that would refuse, and one that would leave a trace.
  for (const hook of ['pre-commit', 'commit-msg', 'post-commit'])
    writeFileSync(join(top, '.git/hooks', hook), '#!/bin/sh\ntouch ../hook-ran hook-ran\nexit 1\n', {
      mode: 0o755,
    });
}

const environment = process.env;

function callsOf(admin: () => TestAdmin) {
  const put = (file: string, text: string, headers: Record<string, string>) =>
    admin().call('/content/file', { method: 'PUT', query: { file }, body: { text }, headers });
  return {
    open: async (file: string) => (await admin().call('/content/file', { query: { file } })).body,
    create: async (file: string, text: string) => (await put(file, text, { 'if-none-match': '*' })).body,
    async edit(file: string, text: string) {
      const { hash } = (await admin().call('/content/file', { query: { file } })).body;
      return (await put(file, text, { 'if-match': `"${hash}"` })).body;
    },
    history: async (file: string) => (await admin().call('/content/history', { query: { file } })).body,
    readVersion: async (file: string, id: string) =>
      (await admin().call('/content/version', { query: { file, id } })).body.text,
    post: async (path: string, body: object) => (await admin().call(path, { method: 'POST', body })).body,
    log: (format = '%s') => git(admin().contentFolder, 'log', `--format=${format}`).trim().split('\n'),
    status: () => git(admin().contentFolder, 'status', '--porcelain').trimEnd().split('\n'),
  };
}

describe('with commits switched on', () => {
  const admin = startAdmin(
    { 'posts/a.md': 'One.\n', 'posts/b.md': 'One.\n', 'posts/c.md': 'One.\n' },
    { prepare: createRepository, gitEnvironment: environment, commitSaves: true },
  );
  const { open, create, edit, history, readVersion, post, log, status } = callsOf(admin);
  const at = (file: string) => join(admin().contentFolder, file);

  beforeAll(() => {
    // Work of another person: staged in one file, not staged in another.
    writeFileSync(at('posts/b.md'), 'Staged.\n');
    git(admin().contentFolder, 'add', 'posts/b.md');
    writeFileSync(at('posts/c.md'), 'Changed.\n');
  });
  const foreign = ['M  content/posts/b.md', ' M content/posts/c.md'];

  test('a save is a commit of this file by the owner, without hooks', async () => {
    const saved = await edit('posts/a.md', 'Two.\n');
    expect(saved.warning).toBeUndefined();
    const { email } = admin().owner;
    expect(log('%an <%ae> %cn: %s')[0]).toBe(`${email} <${email}> ${email}: Edit posts/a.md`);
    expect(git(admin().contentFolder, 'show', '--name-only', '--format=').trim()).toBe('content/posts/a.md');
    expect(status()).toEqual(foreign);
    expect(existsSync(at('hook-ran')) || existsSync(at('../hook-ran'))).toBe(false);
    const { kind, versions } = await history('posts/a.md');
    expect(kind).toBe('git');
    expect(versions.map(({ note, by }: Record<string, string>) => `${by}: ${note}`)).toEqual([
      `${email}: Edit posts/a.md`,
      'Ada: Begin',
    ]);
    expect(await readVersion('posts/a.md', versions[1].id)).toBe('One.\n');
  });

  test('a new file, a rename, a deletion and its return are commits as well', async () => {
    await create('posts/new.md', '\ufeffNew.\r\n');
    await post('/content/rename', { file: 'posts/new.md', to: 'posts/deep/newer.md', redirect: false });
    const { hash } = await open('posts/deep/newer.md');
    const { body } = await admin().call('/content/file', {
      method: 'DELETE',
      query: { file: 'posts/deep/newer.md' },
      headers: { 'if-match': `"${hash}"` },
    });
    expect(body.warning).toBeUndefined();
    // The trash is nothing that git sees.
    expect(status()).toEqual(foreign);
    await post('/content/restore', { trashed: body.trashed });
    expect(log().slice(0, 4)).toEqual([
      'Restore posts/deep/newer.md',
      'Delete posts/deep/newer.md',
      'Rename posts/new.md to posts/deep/newer.md',
      'Create posts/new.md',
    ]);
    expect(status()).toEqual(foreign);
    const { versions } = await history('posts/deep/newer.md');
    expect(await readVersion('posts/deep/newer.md', versions[0].id)).toBe('\ufeffNew.\r\n');
  });

  test('what was not committed before a save is kept', async () => {
    await edit('posts/c.md', 'Mine.\n');
    const { versions } = await history('posts/c.md');
    const texts = [];
    for (const { id } of versions) texts.push(await readVersion('posts/c.md', id));
    expect(texts.sort()).toEqual(['Changed.\n', 'Mine.\n', 'One.\n']);
    git(admin().contentFolder, 'checkout', '--quiet', 'HEAD~1', '--', 'posts/c.md');
    git(admin().contentFolder, 'reset', '--quiet', '--', 'posts/c.md');
    writeFileSync(at('posts/c.md'), 'Changed.\n');
  });

  test('a file that git ignores has kept versions, and no warning', async () => {
    const before = log();
    const saved = await create('posts/ignored.md', 'Text.\n');
    expect(saved.warning).toBeUndefined();
    expect(log()).toEqual(before);
    const { kind, versions } = await history('posts/ignored.md');
    expect([kind, versions.length]).toEqual(['kept', 1]);
  });

  test('a commit that fails is a warning: the file is saved and its version kept', async () => {
    const before = log();
    writeFileSync(at('../.git/index.lock'), '');
    const saved = await edit('posts/a.md', 'Three.\n');
    execFileSync('rm', [at('../.git/index.lock')]);
    expect(saved.warning).toMatch(/^The file is saved, but it is not committed to git: .*index\.lock/);
    expect(readFileSync(at('posts/a.md'), 'utf8')).toBe('Three.\n');
    expect(log()).toEqual(before);
    const { versions } = await history('posts/a.md');
    expect(await readVersion('posts/a.md', versions[0].id)).toBe('Three.\n');
  });

  test('without a branch nothing is committed', async () => {
    git(admin().contentFolder, 'checkout', '--quiet', '--detach');
    const saved = await edit('posts/a.md', 'Four.\n');
    git(admin().contentFolder, 'checkout', '--quiet', 'main');
    expect(saved.warning).toContain('no branch is checked out');
    await edit('posts/a.md', 'Five.\n');
    expect(log()[0]).toBe('Edit posts/a.md');
  });

  test('a version of another file is not read', async () => {
    const [other] = git(admin().contentFolder, 'log', '--format=%H', '--', 'posts/deep/newer.md').split('\n');
    const { status: answer } = await admin().call('/content/version', {
      query: { file: 'posts/a.md', id: other ?? '' },
    });
    expect(answer).toBe(404);
  });
});

describe('with commits switched off', () => {
  const admin = startAdmin(
    { 'posts/a.md': 'One.\n' },
    { prepare: createRepository, gitEnvironment: environment },
  );
  const { edit, history, readVersion, log } = callsOf(admin);

  test('the history has the commits and the kept versions, and no save is a commit', async () => {
    await edit('posts/a.md', 'Two.\n');
    await edit('posts/a.md', 'Three.\n');
    expect(log()).toEqual(['Begin']);
    const { kind, versions } = await history('posts/a.md');
    expect(kind).toBe('kept');
    const texts = [];
    for (const { id } of versions) texts.push(await readVersion('posts/a.md', id));
    expect(texts.slice(0, 2)).toEqual(['Three.\n', 'Two.\n']);
    expect(new Set(texts)).toEqual(new Set(['Three.\n', 'Two.\n', 'One.\n']));
    expect(versions.some(({ note }: { note?: string }) => note === 'Begin')).toBe(true);
  });
});

describe('in a folder that git ignores', () => {
  const admin = startAdmin(
    { 'posts/a.md': 'One.\n' },
    {
      prepare(content) {
        const top = join(content, '..');
        writeFileSync(join(top, '.gitignore'), 'data/\ncontent/\n');
        git(top, 'init', '--quiet');
        git(top, 'add', '.gitignore');
        git(top, 'commit', '--quiet', '-m', 'Begin');
      },
      gitEnvironment: environment,
      commitSaves: true,
    },
  );
  const { edit, history, log } = callsOf(admin);

  test('versions are kept, without a warning', async () => {
    expect((await edit('posts/a.md', 'Two.\n')).warning).toBeUndefined();
    expect(await history('posts/a.md')).toMatchObject({ kind: 'kept', versions: [{ note: 'Edit' }, {}] });
    expect(log()).toEqual(['Begin']);
  });
});

describe('in a repository without a commit', () => {
  const admin = startAdmin(
    { 'posts/a.md': 'One.\n' },
    {
      prepare: (content) => void git(content, 'init', '--quiet'),
      gitEnvironment: environment,
      commitSaves: true,
    },
  );
  const { edit, history } = callsOf(admin);

  test('versions are kept, without a warning', async () => {
    expect((await edit('posts/a.md', 'Two.\n')).warning).toBeUndefined();
    expect(await history('posts/a.md')).toMatchObject({ kind: 'kept', versions: [{ note: 'Edit' }, {}] });
  });
});
