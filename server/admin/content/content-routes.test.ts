import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startAdmin } from '../../../tests/harness/admin/test-admin.ts';
import { hashOf } from './write-file.ts';

const admin = startAdmin({
  'posts/first.md': '---\ntitle: First\ndate: 2026-11-01\n---\nHello.\n',
  'posts/draft.md': '---\ntitle: Not yet\ndraft: true\n---\nHello.\n',
  'posts/later.md': '---\ntitle: Later\npublishAt: 2999-01-01T00:00:00Z\n---\nHello.\n',
  'posts/gone.md': '---\ntitle: Gone\nexpires: 2020-01-01\n---\nHello.\n',
  'posts/quiet.md': '---\ntitle: Quiet\nunlisted: true\n---\nHello.\n',
  'posts/faulty.md': '---\ntitle: Faulty\ndate: tomorrow\n---\nHello.\n',
  'posts/.navigation.yml': 'title: All posts\n',
  'posts/binary.md': new Uint8Array([0x23, 0x20, 0xff, 0xfe, 0x0a]),
  'redirects.yml': '/old: /posts/first\n',
  'posts/notes.txt': 'not a page',
});

const onDisk = (file: string) => join(admin().contentFolder, file);
const readDisk = (file: string) => readFileSync(onDisk(file), 'utf8');
const open = (file: string, as?: string) =>
  admin().call('/content/file', { query: { file }, ...(as !== undefined && { as }) });
const put = (file: string, text: string, headers: Record<string, string>, as?: string) =>
  admin().call('/content/file', {
    method: 'PUT',
    query: { file },
    body: { text },
    headers,
    ...(as !== undefined && { as }),
  });
const save = (file: string, text: string, hash: string) => put(file, text, { 'if-match': `"${hash}"` });
const create = (file: string, text: string) => put(file, text, { 'if-none-match': '*' });
const saveDraft = (file: string, text: string, baseHash: string, as?: string) =>
  admin().call('/content/draft', {
    method: 'PUT',
    query: { file },
    body: { text, baseHash },
    ...(as !== undefined && { as }),
  });
const post = (path: string, body: object) => admin().call(path, { method: 'POST', body });
const remove = (file: string, hash: string) =>
  admin().call('/content/file', { method: 'DELETE', query: { file }, headers: { 'if-match': `"${hash}"` } });
const lastLog = async () => (await admin().log()).at(-1);

async function createAnotherOwner() {
  const other = await admin().createPerson();
  await admin().database.sql`select site.set_owners(${[admin().owner.email, other.email]})`;
  return other;
}

/** The names in a folder that only a save in progress may have. */
function temporaryFiles(folder: string): string[] {
  return readdirSync(onDisk(folder)).filter((name) => name.includes('saving'));
}

test('the list has every page with its state, the settings and the redirects, and nothing else', async () => {
  const { status, body } = await admin().call('/content/files');
  expect(status).toBe(200);
  const byFile = new Map(body.files.map((entry: { file: string }) => [entry.file, entry]));
  expect(byFile.get('posts/first.md')).toMatchObject({
    kind: 'page',
    title: 'First',
    address: '/posts/first',
    state: 'published',
    date: '2026-11-01',
    faults: [],
    changedAt: statSync(onDisk('posts/first.md')).mtime.toISOString(),
  });
  expect(byFile.get('posts/draft.md')).toMatchObject({ state: 'draft' });
  expect(byFile.get('posts/later.md')).toMatchObject({
    state: 'scheduled',
    moment: '2999-01-01T00:00:00.000Z',
  });
  expect(byFile.get('posts/gone.md')).toMatchObject({ state: 'expired' });
  expect(byFile.get('posts/quiet.md')).toMatchObject({ state: 'unlisted' });
  expect(byFile.get('posts/faulty.md')).toMatchObject({ faults: [{ line: 3 }] });
  expect(byFile.get('posts/binary.md')).toMatchObject({
    faults: [{ message: expect.stringContaining('UTF-8') }],
  });
  expect(byFile.get('posts/.navigation.yml')).toMatchObject({ kind: 'folder-settings' });
  expect(byFile.get('redirects.yml')).toMatchObject({ kind: 'redirects', title: 'Redirects' });
  expect(byFile.has('posts/notes.txt')).toBe(false);
});

test('a saved page has the new text, the old mode, an entry in the log, and is live', async () => {
  await create('posts/live.md', '---\ntitle: Before\n---\nOne.\n');
  await chmod(onDisk('posts/live.md'), 0o640);
  const opened = await open('posts/live.md');
  const text = '---\ntitle: After\n---\nTwo.\n';
  const { status, body } = await save('posts/live.md', text, opened.body.hash);
  expect(status).toBe(200);
  expect(body.entry).toMatchObject({ title: 'After', state: 'published', address: '/posts/live' });
  expect(body.warning).toBeUndefined();
  expect(readDisk('posts/live.md')).toBe(text);
  expect(statSync(onDisk('posts/live.md')).mode & 0o777).toBe(0o640);
  expect((await open('posts/live.md')).body.hash).toBe(body.hash);
  expect((await admin().log()).slice(-2)).toEqual([
    'content.create posts/live.md',
    'content.save posts/live.md',
  ]);
  await vi.waitFor(
    () =>
      expect(admin().content.visiblePages('public').find('/posts/live')).toMatchObject({
        summary: { title: 'After' },
      }),
    { timeout: 40_000 },
  );
  expect(temporaryFiles('posts')).toEqual([]);
});

test('a save that changes nothing leaves the file and the log alone', async () => {
  await create('posts/same.md', '# Same\n');
  await utimes(onDisk('posts/same.md'), 1000, 1000);
  const { body } = await open('posts/same.md');
  const before = await admin().log();
  expect((await save('posts/same.md', '# Same\n', body.hash)).body.hash).toBe(body.hash);
  expect(statSync(onDisk('posts/same.md')).mtimeMs).toBe(1_000_000);
  expect(await admin().log()).toEqual(before);
});

test('a file that was changed meanwhile is not overwritten, and the answer has its text', async () => {
  const { body: created } = await create('posts/conflict.md', 'Mine.\n');
  await writeFile(onDisk('posts/conflict.md'), 'Theirs.\n');
  const { status, body } = await save('posts/conflict.md', 'Mine, too.\n', created.hash);
  expect([status, body.code]).toEqual([412, 'changed']);
  expect(body.current.text).toBe('Theirs.\n');
  expect(body.current.hash).toBe((await open('posts/conflict.md')).body.hash);
  expect(readDisk('posts/conflict.md')).toBe('Theirs.\n');
});

test('a file that is gone is not written again by a save', async () => {
  const { status, body } = await save('posts/never.md', 'Text.\n', '0'.repeat(32));
  expect([status, body.code, body.current]).toEqual([412, 'changed', null]);
  expect(existsSync(onDisk('posts/never.md'))).toBe(false);
});

test('of two owners who save at once one wins and the other gets the text of the first', async () => {
  const { body: created } = await create('posts/both.md', 'Before.\n');
  const texts = Array.from({ length: 8 }, (_, index) => `Version ${index}.\n`);
  const answers = await Promise.all(texts.map((text) => save('posts/both.md', text, created.hash)));
  const won = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
  expect(won).toHaveLength(1);
  const text = texts[won[0] ?? -1];
  expect(readDisk('posts/both.md')).toBe(text);
  for (const { status, body } of answers.filter(({ status }) => status !== 200))
    expect([status, body.code, body.current.text]).toEqual([412, 'changed', text]);
});

test('of two owners who create a file at once one wins', async () => {
  const answers = await Promise.all(['A\n', 'B\n', 'C\n'].map((text) => create('posts/new/once.md', text)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  const refused = answers.find(({ status }) => status === 412);
  expect(refused?.body.code).toBe('exists');
});

test('a save names the version that it replaces', async () => {
  expect((await put('posts/first.md', 'x', {})).status).toBe(428);
  expect((await put('posts/first.md', 'x', { 'if-match': '*' })).status).toBe(400);
  expect((await put('posts/first.md', 'x', { 'if-match': 'abc' })).status).toBe(400);
  const { status, body } = await create('posts/first.md', 'x');
  expect([status, body.code]).toEqual([412, 'exists']);
  expect(
    (await admin().call('/content/file', { method: 'DELETE', query: { file: 'index.md' } })).status,
  ).toBe(428);
});

test('a file that is not UTF-8 is refused and stays as it is', async () => {
  const before = await readFile(onDisk('posts/binary.md'));
  const { status, body } = await open('posts/binary.md');
  expect([status, body.code]).toEqual([422, 'not-utf8']);
  for (const hash of ['0'.repeat(32), hashOf(before)])
    expect((await save('posts/binary.md', 'Text.\n', hash)).body.code).toBe('not-utf8');
  const moved = await post('/content/rename', { file: 'posts/binary.md', to: 'posts/b.md', redirect: true });
  expect(moved.status).toBe(422);
  expect(await readFile(onDisk('posts/binary.md'))).toEqual(before);
});

test('text that is no text, or too much of it, is refused', async () => {
  expect((await create('posts/half.md', 'a\ud800b')).status).toBe(400);
  expect((await create('posts/large.md', 'ä'.repeat(1_000_001))).status).toBe(413);
  expect((await create('posts/full.md', 'a'.repeat(2_000_000))).status).toBe(200);
  expect(existsSync(onDisk('posts/half.md')) || existsSync(onDisk('posts/large.md'))).toBe(false);
});

test('faults of what was saved are in the answer', async () => {
  const page = await create('posts/wrong.md', '---\ntitle: Wrong\ndate: never\n---\nText.\n');
  expect(page.body.entry.faults).toEqual([{ line: 3, message: expect.stringContaining('date') }]);
  const settings = await create('posts/wrong/.navigation.yml', 'titel: Wrong\n');
  expect(settings.body.entry.faults).toHaveLength(1);
  const { body } = await open('redirects.yml');
  const redirects = await save('redirects.yml', '/old: nowhere\n', body.hash);
  expect(redirects.body.entry.faults).toHaveLength(1);
});

test('a link inside the content folder is followed, and stays a link', async () => {
  await create('posts/target.md', 'Before.\n');
  await symlink('target.md', onDisk('posts/link.md'));
  const { body } = await open('posts/link.md');
  expect((await save('posts/link.md', 'After.\n', body.hash)).status).toBe(200);
  expect(readDisk('posts/target.md')).toBe('After.\n');
  const { body: now } = await open('posts/link.md');
  expect((await remove('posts/link.md', now.hash)).body.code).toBe('is-link');
});

test('a draft is kept for its owner, with the text it began with, until the file is saved', async () => {
  const { body: created } = await create('posts/drafted.md', 'Before.\n');
  const first = await saveDraft('posts/drafted.md', 'Typing.\n', created.hash);
  expect(first.body).toEqual({ savedAt: expect.any(String), others: [] });
  // Another program saves the file: the base is still the text that the draft began with.
  await writeFile(onDisk('posts/drafted.md'), 'Foreign.\n');
  await saveDraft('posts/drafted.md', 'Typing more.\n', created.hash);
  const { body } = await open('posts/drafted.md');
  expect(body.draft).toMatchObject({ text: 'Typing more.\n', baseHash: created.hash, base: 'Before.\n' });
  expect(body.entry.draftSavedAt).toBe(body.draft.savedAt);
  expect(body.text).toBe('Foreign.\n');

  const other = await createAnotherOwner();
  const seen = await open('posts/drafted.md', other.token);
  expect(seen.body.draft).toBeUndefined();
  expect(seen.body.others).toEqual([{ email: admin().owner.email, savedAt: body.draft.savedAt }]);
  const typed = await saveDraft('posts/drafted.md', 'Also typing.\n', body.hash, other.token);
  expect(typed.body.others).toHaveLength(1);

  expect((await save('posts/drafted.md', 'Saved.\n', body.hash)).status).toBe(200);
  const after = await open('posts/drafted.md');
  expect(after.body.draft).toBeUndefined();
  expect(after.body.others).toMatchObject([{ email: other.email }]);
  expect((await open('posts/drafted.md', other.token)).body.draft.text).toBe('Also typing.\n');
});

test('an open editor learns who else writes and which version the file is, and nothing is noted', async () => {
  const { call, database, signIn } = admin();
  const file = 'posts/together.md';
  const presence = async () => (await call('/content/presence', { query: { file } })).body;
  expect(await presence()).toEqual({ hash: '', others: [] });
  const { body: created } = await create(file, 'Before.\n');
  const other = await createAnotherOwner();
  await database.sql`update auth.users set raw_user_meta_data = '{"name": "Ada Lovelace"}' where id = ${other.id}`;
  const token = await signIn(other.email);
  await saveDraft(file, 'Secret words.\n', created.hash, token);
  const noted = await admin().log();
  const seen = await call('/content/presence', { query: { file } });
  expect(seen.body).toEqual({
    hash: created.hash,
    others: [{ email: other.email, name: 'Ada Lovelace', savedAt: expect.any(String) }],
  });
  expect(seen.text).not.toContain('Secret words');
  // Their own draft is not that of another.
  expect((await call('/content/presence', { query: { file }, as: token })).body.others).toEqual([]);
  expect(await admin().log()).toEqual(noted);
  const saved = await call('/content/file', {
    method: 'PUT',
    query: { file },
    body: { text: 'Theirs.\n' },
    headers: { 'if-match': `"${created.hash}"` },
    as: token,
  });
  expect(await presence()).toEqual({ hash: saved.body.hash, others: [] });
});

test('a draft of a new file is in the list, is no file, and can be thrown away', async () => {
  await saveDraft('posts/unborn.md', 'Typing.\n', '');
  const { body } = await admin().call('/content/files');
  expect(body.newDrafts).toEqual([{ file: 'posts/unborn.md', savedAt: expect.any(String) }]);
  const opened = await open('posts/unborn.md');
  expect([opened.status, opened.body.draft.text]).toEqual([404, 'Typing.\n']);
  expect(existsSync(onDisk('posts/unborn.md'))).toBe(false);
  const folder = join(admin().dataFolder, 'drafts');
  for (const name of await readdir(folder))
    for (const file of await readdir(join(folder, name)))
      expect(statSync(join(folder, name, file)).mode & 0o777).toBe(0o600);
  await admin().call('/content/draft', { method: 'DELETE', query: { file: 'posts/unborn.md' } });
  expect((await admin().call('/content/files')).body.newDrafts).toEqual([]);
});

test('a deleted file is in the trash, and comes back with its bytes', async () => {
  const text = '\ufeff# Deleted\r\n';
  const { body: created } = await create('posts/deleted.md', text);
  expect((await remove('posts/deleted.md', '0'.repeat(32))).body.code).toBe('changed');
  const { status, body } = await remove('posts/deleted.md', created.hash);
  expect(status).toBe(200);
  expect(body.trashed).toMatch(/^\.trash\/\d{4}-\d\d-\d\d\/\d{9}-posts\/deleted\.md$/);
  expect(await lastLog()).toBe('content.delete posts/deleted.md');
  expect((await open('posts/deleted.md')).status).toBe(404);
  expect(readDisk(body.trashed)).toBe(text);

  await create('posts/deleted.md', 'Another.\n');
  const refused = await post('/content/restore', { trashed: body.trashed });
  expect([refused.status, refused.body.code]).toEqual([409, 'exists']);
  const another = await open('posts/deleted.md');
  await remove('posts/deleted.md', another.body.hash);

  const restored = await post('/content/restore', { trashed: body.trashed });
  expect([restored.status, restored.body.hash]).toEqual([200, created.hash]);
  expect(restored.body.entry.title).toBe('Deleted');
  expect(readDisk('posts/deleted.md')).toBe(text);
  expect(existsSync(onDisk(body.trashed))).toBe(false);
  expect(await lastLog()).toBe('content.restore posts/deleted.md');
  expect((await post('/content/restore', { trashed: body.trashed })).status).toBe(404);
});

test('a renamed page leads from its old address, and one line of it differs', async () => {
  const text = '---\ntitle: Renamed # a remark\n---\nHello.\n';
  const { body: created } = await create('posts/1.old-name.md', text);
  await saveDraft('posts/1.old-name.md', 'Typing.\n', created.hash);
  const { status, body } = await post('/content/rename', {
    file: 'posts/1.old-name.md',
    to: 'posts/new-folder/new-name.md',
    redirect: true,
  });
  expect(status).toBe(200);
  expect(body.entry).toMatchObject({
    file: 'posts/new-folder/new-name.md',
    address: '/posts/new-folder/new-name',
  });
  expect(existsSync(onDisk('posts/1.old-name.md'))).toBe(false);
  const lines = readDisk('posts/new-folder/new-name.md').split('\n');
  const added = lines.filter((line) => !text.split('\n').includes(line));
  expect(added.join('\n')).toContain('/posts/old-name');
  expect(lines.filter((line) => !added.includes(line)).join('\n')).toBe(text);
  expect(await lastLog()).toBe('content.rename posts/1.old-name.md');
  const opened = await open('posts/new-folder/new-name.md');
  expect(opened.body.draft.text).toBe('Typing.\n');
  await vi.waitFor(
    () => expect(admin().content.findRedirect('/posts/old-name')?.to).toBe('/posts/new-folder/new-name'),
    { timeout: 40_000 },
  );
  const { body: history } = await admin().call('/content/history', {
    query: { file: 'posts/new-folder/new-name.md' },
  });
  expect(history.versions.map(({ note }: { note: string }) => note)).toEqual([
    'Rename posts/1.old-name.md',
    'Create',
  ]);
});

test('a page that is only moved keeps its bytes and the time of its last change', async () => {
  await create('posts/plain.md', '# Plain\r\n');
  await utimes(onDisk('posts/plain.md'), 1000, 1000);
  // The number in front is for the order: the address stays, so nothing has to lead there.
  const { status } = await post('/content/rename', {
    file: 'posts/plain.md',
    to: 'posts/3.plain.md',
    redirect: true,
  });
  expect(status).toBe(200);
  expect(readDisk('posts/3.plain.md')).toBe('# Plain\r\n');
  expect(statSync(onDisk('posts/3.plain.md')).mtimeMs).toBe(1_000_000);
});

test('a rename replaces nothing', async () => {
  await create('posts/one.md', 'One.\n');
  await create('posts/two.md', 'Two.\n');
  const rename = (file: string, to: string) => post('/content/rename', { file, to, redirect: false });
  expect((await rename('posts/one.md', 'posts/two.md')).body.code).toBe('exists');
  expect((await rename('posts/one.md', 'posts/one.md')).body.code).toBe('exists');
  expect((await rename('posts/none.md', 'posts/three.md')).status).toBe(404);
  expect((await rename('redirects.yml', 'posts/three.md')).body.code).toBe('bad-file');
  expect([readDisk('posts/one.md'), readDisk('posts/two.md')]).toEqual(['One.\n', 'Two.\n']);
});

test('without git the last 50 versions are kept, and the one before the first edit', async () => {
  writeFileSync(onDisk('posts/kept.md'), 'Version 0\n');
  await utimes(onDisk('posts/kept.md'), 1_700_000_000, 1_700_000_000);
  let { hash } = (await open('posts/kept.md')).body;
  const history = async () =>
    (await admin().call('/content/history', { query: { file: 'posts/kept.md' } })).body;
  const read = async (id: string) =>
    (await admin().call('/content/version', { query: { file: 'posts/kept.md', id } })).body.text;
  ({ hash } = (await save('posts/kept.md', 'Version 1\n', hash)).body);
  const first = await history();
  expect(first).toMatchObject({ kind: 'kept', versions: [{ by: admin().owner.email, note: 'Edit' }, {}] });
  expect(first.versions[1]).toEqual({ id: expect.any(String), at: '2023-11-14T22:13:20.000Z' });
  expect(await read(first.versions[1].id)).toBe('Version 0\n');
  for (let version = 2; version <= 55; version += 1)
    ({ hash } = (await save('posts/kept.md', `Version ${version}\n`, hash)).body);
  const { versions } = await history();
  expect(versions).toHaveLength(50);
  expect(await read(versions[0].id)).toBe('Version 55\n');
  expect(await read(versions[49].id)).toBe('Version 6\n');
  expect(
    (await admin().call('/content/version', { query: { file: 'posts/kept.md', id: '../x' } })).status,
  ).toBe(404);
});

test('a kept version that is damaged does not hide the others', async () => {
  const { body } = await create('posts/damaged.md', 'One.\n');
  await save('posts/damaged.md', 'Two.\n', body.hash);
  const folder = join(admin().dataFolder, 'versions', hashOf('posts/damaged.md'));
  const [oldest = ''] = (await readdir(folder)).sort();
  await writeFile(join(folder, oldest), '{"te');
  const { status, body: history } = await admin().call('/content/history', {
    query: { file: 'posts/damaged.md' },
  });
  expect([status, history.versions.length]).toEqual([200, 1]);
});

test('what another program saved in between is kept as well', async () => {
  const { body } = await create('posts/foreign.md', 'Mine.\n');
  await save('posts/foreign.md', 'Mine 2.\n', body.hash);
  await writeFile(onDisk('posts/foreign.md'), 'Foreign.\n');
  const { hash } = (await open('posts/foreign.md')).body;
  await save('posts/foreign.md', 'Mine 3.\n', hash);
  const { versions } = (await admin().call('/content/history', { query: { file: 'posts/foreign.md' } })).body;
  const texts = [];
  for (const { id } of versions)
    texts.push(
      (await admin().call('/content/version', { query: { file: 'posts/foreign.md', id } })).body.text,
    );
  expect(texts.sort()).toEqual(['Foreign.\n', 'Mine 2.\n', 'Mine 3.\n', 'Mine.\n']);
});

test('a folder in the way is a clear error, and no temporary file stays', async () => {
  await mkdir(onDisk('posts/folder.md'));
  expect((await create('posts/folder.md', 'x')).body.code).toBe('bad-file');
  expect((await create('posts/first.md/inner.md', 'x')).body.code).toBe('bad-file');
  expect(temporaryFiles('posts')).toEqual([]);
});

test('theme.css of the content folder is created, listed with its faults, kept in history and deleted', async () => {
  const css = ':root { --color-lamp: light-dark(#c96, #f2bd6a) }\n';
  expect((await open('theme.css')).status).toBe(404);
  expect((await create('posts/theme.css', css)).status).toBe(400);
  const created = await create('theme.css', css);
  const faults = [{ line: 1, message: expect.stringContaining('--color-lamp on --color-raised') }];
  expect(created.body.entry).toMatchObject({ file: 'theme.css', kind: 'theme', title: 'Colors', faults });
  const opened = await open('theme.css');
  expect(opened.body).toMatchObject({ text: css, entry: { kind: 'theme', faults } });
  const previewed = await post('/content/preview', { file: 'theme.css', text: css });
  expect(previewed.body).toMatchObject({ article: null, faults });
  const saved = await save('theme.css', ':root {}\n', created.body.hash);
  expect(saved.body.entry.faults).toEqual([]);
  const { body } = await admin().call('/content/files');
  const listed = body.files.filter(({ file }: { file: string }) => file === 'theme.css');
  expect(listed).toMatchObject([{ kind: 'theme', title: 'Colors' }]);
  const history = await admin().call('/content/history', { query: { file: 'theme.css' } });
  expect(history.body.versions).toHaveLength(2);
  expect((await remove('theme.css', saved.body.hash)).status).toBe(200);
  expect(existsSync(onDisk('theme.css'))).toBe(false);
});
