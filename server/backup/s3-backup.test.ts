/** The commands, as child processes, with a real database and a server that is as strict as S3. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nameOfBackup } from '../../database/backup/list-backups.ts';
import type { Manifest } from '../../database/backup/manifest.ts';
import { ownMigrations } from '../../database/migration-files.ts';
import { openDatabase } from '../../database/open-database.ts';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { describeOnGivenServer, describeWithoutServer } from '../../tests/harness/database/servers.ts';
import { runCommandFile } from '../../tests/harness/run-command.ts';
import { type S3TestServer, startS3 } from '../../tests/harness/start-s3.ts';
import { openPlace } from './open-place.ts';
import { smallestPart } from './s3-archive.ts';

const place = 's3://files/sites/mine';
const dayMs = 24 * 60 * 60 * 1000;
/** Of a backup that was made so many days ago. */
const nameOf = (days: number) => nameOfBackup(new Date(Date.now() - days * dayMs).toISOString());
// More than a part, and it cannot be compressed.
const picture = randomBytes(18 * 1024 * 1024);

describeWithoutServer('a backup in a bucket', () => {
  let folder = '';
  let remove = async () => {};
  let store: S3TestServer;
  let newest = '';
  let asked: string[] = [];

  const environment = (data: string) => ({
    DATA_DIR: join(folder, data),
    BACKUP_S3_ENDPOINT: store.settings.endpoint,
    BACKUP_S3_REGION: store.settings.region,
    BACKUP_S3_ACCESS_KEY_ID: store.settings.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: store.settings.secretAccessKey,
    // Those of another account, for the uploaded files.
    STORAGE_S3_ENDPOINT: 'http://127.0.0.1:1',
    AWS_ACCESS_KEY_ID: 'other',
    AWS_SECRET_ACCESS_KEY: 'other',
  });
  const backup = (args: string[], env: Record<string, string> = {}) =>
    runCommandFile('server/backup/backup-command.ts', args, { ...environment('site'), ...env });
  const restore = (args: string[], data: string) =>
    runCommandFile('server/backup/restore-command.ts', args, environment(data));
  const keys = () => [...store.objects.keys()].sort();
  const open = (data: string) =>
    openDatabase({
      dataFolder: join(folder, data),
      log: () => {},
      migrations: [ownMigrations],
      answerWithinMs: 20_000,
    });

  beforeAll(async () => {
    ({ folder, remove } = await makeFolder());
    store = await startS3();
    const database = await open('site');
    await database.sql`create table public.words as select 'kept' as word`;
    await database.close();
    await mkdir(join(folder, 'site', 'files', 'empty'), { recursive: true });
    await writeFile(join(folder, 'site', 'files', 'picture'), picture);
    await writeFile(join(folder, 'site', 'keys.json'), '{"secret":1}', { mode: 0o600 });
    store.trouble = (method, key) => void asked.push(`${method} ${key.split('/').at(-1)}`);
    const { code, printed } = await backup([place]);
    expect(printed).toContain(`The backup is in ${place}/`);
    expect(code).toBe(0);
    newest = /mine\/(\S+Z)/.exec(printed)?.[1] ?? '';
    store.trouble = undefined;
  });
  afterAll(async () => {
    await store.close();
    await remove();
  });

  it('is an archive that was sent in parts, then its description, and nothing stays here', async () => {
    expect(keys()).toEqual([`sites/mine/${newest}/backup.json`, `sites/mine/${newest}/backup.tar.gz`]);
    const bytes = store.objects.get(`sites/mine/${newest}/backup.tar.gz`)?.length ?? 0;
    const parts = Array.from({ length: Math.ceil(bytes / smallestPart) }, () => 'PUT backup.tar.gz');
    expect(parts.length).toBeGreaterThan(2);
    const sent = ['POST backup.tar.gz', ...parts, 'POST backup.tar.gz', 'PUT backup.json'];
    // Then it looks for what interrupted ones left.
    expect(asked).toEqual([...sent, 'GET ', 'GET ']);
    expect(await readdir(join(folder, 'site'))).not.toContain('backups');
    expect((await readdir(join(folder, 'site'))).filter((name) => name.includes('.new-'))).toEqual([]);
  });

  it('is restored by its place, which means the newest, with files and rights', async () => {
    const { code, printed } = await restore([place], 'copy');
    expect(printed).toContain(`The state of ${place}/${newest} is back`);
    expect(code).toBe(0);
    const database = await open('copy');
    expect(await database.sql`select word from public.words`).toEqual([{ word: 'kept' }]);
    await database.close();
    expect((await readFile(join(folder, 'copy', 'files', 'picture'))).equals(picture)).toBe(true);
    expect(await readFile(join(folder, 'copy', 'keys.json'), 'utf8')).toBe('{"secret":1}');
    expect((await readdir(join(folder, 'copy'))).filter((name) => name.includes('.new-'))).toEqual([]);
    // What is refused is not fetched before.
    asked = [];
    store.trouble = (method, key) => void asked.push(`${method} ${key.split('/').at(-1)}`);
    expect((await restore([place], 'copy')).printed).toMatch(/holds data already .* --force/);
    expect(asked).not.toContain('GET backup.tar.gz');
    store.trouble = undefined;
  });

  it('is tested by a restore that is thrown away, and a damaged one fails', async () => {
    const readTested = () =>
      (JSON.parse(String(store.objects.get(`sites/mine/${newest}/backup.json`))) as Manifest).tested ?? '';
    const before = readTested();
    const good = await backup(['--check', place]);
    expect(good.printed).toContain(`The backup ${place}/${newest} of `);
    expect(good.code).toBe(0);
    expect(Date.parse(readTested())).toBeGreaterThan(Date.parse(before));
    const key = `sites/mine/${newest}/backup.tar.gz`;
    const whole = store.objects.get(key) ?? Buffer.alloc(0);
    const broken = Buffer.from(whole);
    broken.writeUInt8((broken[9_000_000] ?? 0) ^ 1, 9_000_000);
    store.objects.set(key, broken);
    const bad = await backup(['--check', `${place}/${newest}`]);
    expect(bad.printed).toContain(`${place}/${newest} is damaged`);
    expect(bad.code).toBe(1);
    // An archive that is whole, but another one.
    const told = store.objects.get(`sites/mine/${newest}/backup.json`) ?? Buffer.alloc(0);
    const other = told.toString().replace(/"sha256": "./, '"sha256": "x');
    store.objects.set(key, whole);
    store.objects.set(`sites/mine/${newest}/backup.json`, Buffer.from(other));
    const opening = openPlace(place, store.settings).open(newest, { home: folder }, async () => {});
    await expect(opening).rejects.toThrow('is damaged');
    store.objects.set(`sites/mine/${newest}/backup.json`, told);
    expect((await readdir(join(folder, 'site'))).filter((name) => name.includes('.new-'))).toEqual([]);
  });

  it('that was cut off is never offered, and is removed a day later by the next one there', async () => {
    store.trouble = (method, key) => (method === 'PUT' && key.endsWith('backup.json') ? 403 : undefined);
    const cut = await backup(['s3://files/cut']);
    expect(cut.printed).toContain('s3://files/cut: The S3 store answered 403');
    expect(cut.code).toBe(1);
    store.trouble = undefined;
    expect(keys().filter((key) => key.startsWith('cut/'))).toEqual([expect.stringMatching(/tar\.gz$/)]);
    const offered = await restore(['s3://files/cut'], 'none');
    expect(offered.printed).toContain('s3://files/cut is not a complete backup');
    expect(offered.code).toBe(1);
    const archive = `cut/${nameOf(2)}/backup.tar.gz`;
    store.objects.set(archive, Buffer.from('half of it'));
    expect((await backup(['s3://files/cut'])).code).toBe(0);
    expect(keys()).not.toContain(archive);
  });

  it('goes when BACKUP_KEEP keeps it no longer; what is new, not ours, or of a newer version stays', async () => {
    const manifest = store.objects.get(`sites/mine/${newest}/backup.json`) ?? Buffer.alloc(0);
    const put = (name: string, file: string) => store.objects.set(`sites/mine/${name}/${file}`, manifest);
    const old = [nameOf(1), nameOf(2), nameOf(3)];
    for (const name of old) {
      put(name, 'backup.json');
      put(name, 'backup.tar.gz');
    }
    const leftover = nameOf(2.5);
    put(leftover, 'backup.tar.gz');
    const newer = nameOf(3.5);
    put(newer, 'backup.tar.gz');
    const text = manifest.toString().replace('"format": 1', '"format": 2');
    store.objects.set(`sites/mine/${newer}/backup.json`, Buffer.from(text));
    // Of a backup that is being sent, and of people.
    put(nameOf(0.5), 'backup.tar.gz');
    put('of-a-person', 'backup.json');
    put('pictures', 'cat.png');
    store.uploads.set('old', { key: `sites/mine/${nameOf(4)}/backup.tar.gz`, parts: new Map() });
    store.uploads.set('other', { key: 'sites/mine/film.mp4', parts: new Map() });
    const before = keys();

    const { code, printed } = await backup([], { BACKUP_TO: place, BACKUP_KEEP: '2 last' });
    expect(printed).toContain(`Removed by BACKUP_KEEP: ${old.join(', ')}.`);
    expect(code).toBe(0);
    const after = new Set(keys());
    const gone = before.filter((key) => !after.has(key)).map((key) => key.split('/')[2]);
    expect(new Set(gone)).toEqual(new Set([...old, leftover]));
    expect([...store.uploads.keys()]).toEqual(['other']);
  });

  it.each([
    [{ accessKeyId: 'wrong' }, place, 'Check BACKUP_S3_ACCESS_KEY_ID'],
    [{}, 's3://missing-bucket/a', 'Make the bucket missing-bucket'],
    [{ endpoint: 'http://127.0.0.1:1' }, place, 'Check that http://127.0.0.1:1 is right'],
    [{ region: 'eu-other-1' }, place, 'Set BACKUP_S3_REGION'],
  ])('with %j at %s is refused with the cause and the fix', async (change, address, message) => {
    await expect(openPlace(address, { ...store.settings, ...change }).list()).rejects.toThrow(message);
  });
});

describeOnGivenServer('a backup of a server in a bucket', (server) => {
  it('is made, tested and restored like one in a folder', async () => {
    const { folder, remove } = await makeFolder();
    const store = await startS3();
    const { database } = server();
    const environment = {
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      BACKUP_TO: place,
      BACKUP_S3_ENDPOINT: store.settings.endpoint,
      BACKUP_S3_REGION: store.settings.region,
      BACKUP_S3_ACCESS_KEY_ID: store.settings.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: store.settings.secretAccessKey,
    };
    await database.sql`create table public.words as select 'kept' as word`;
    await writeFile(join(folder, 'keys.json'), '1');
    const made = await runCommandFile('server/backup/backup-command.ts', [], environment);
    // The server's tools in its version are not installed here, and the error says so.
    if (/Install the PostgreSQL client programs|server version mismatch/.test(made.printed)) return;
    expect(made.printed).toContain(`The backup is in ${place}/`);
    await database.sql`insert into public.words values ('later')`;
    const checked = await runCommandFile('server/backup/backup-command.ts', ['--check'], environment);
    expect(checked.printed).toContain('is good');
    const restored = await runCommandFile(
      'server/backup/restore-command.ts',
      [place, '--force'],
      environment,
    );
    expect(restored.printed).toContain('is back in');
    expect(await database.sql`select word from public.words`).toEqual([{ word: 'kept' }]);
    await store.close();
    await remove();
  });
});
