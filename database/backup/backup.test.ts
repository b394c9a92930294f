import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { processesIn } from '../../tests/durability/processes.ts';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { describeOnGivenServer, describeWithoutServer } from '../../tests/harness/database/servers.ts';
import type { Database } from '../database.ts';
import { executeRestore } from '../embedded/pending-restore.ts';
import { DatabaseStartError } from '../errors.ts';
import { ownMigrations } from '../migration-files.ts';
import { openDatabase } from '../open-database.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const log = () => {};
const slow = 120_000;

describeWithoutServer('a backup', () => {
  let folder = '';
  let remove = async () => {};
  const opened = new Set<Database>();
  beforeEach(async () => {
    ({ folder, remove } = await makeFolder());
  });
  afterEach(async () => {
    for (const database of opened) await database.close();
    opened.clear();
    expect(processesIn(folder)).toEqual([]);
    await remove();
  }, slow);

  const dataFolder = () => join(folder, 'site');
  const open = async (where = dataFolder()) => {
    const database = await openDatabase({
      dataFolder: where,
      log,
      migrations: [ownMigrations],
      answerWithinMs: 20_000,
    });
    opened.add(database);
    return database;
  };
  const close = async (database: Database) => {
    opened.delete(database);
    await database.close();
  };
  const words = async (database: Database) =>
    (await database.sql<{ word: string }[]>`select word from public.words order by word`).map(
      (row) => row.word,
    );

  /** A site with two rows, an upload and a key, backed up; then a third row is added. */
  const prepare = async () => {
    const database = await open();
    await database.sql`create table public.words (word text)`;
    await database.sql`insert into public.words values ('kept'), ('too')`;
    await mkdir(join(dataFolder(), 'storage', 'cats'), { recursive: true });
    await writeFile(join(dataFolder(), 'storage', 'cats', 'tom.txt'), 'meow');
    await writeFile(join(dataFolder(), 'keys.json'), '{"secret":1}', { mode: 0o600 });
    const backup = await makeBackup({ dataFolder: dataFolder(), log });
    await database.sql`insert into public.words values ('later')`;
    return { database, backup };
  };

  it(
    'of a site in use contains everything acknowledged before it began, and can be opened',
    async () => {
      const database = await open();
      await database.sql`create table public.words (word text)`;
      const acknowledged: string[] = [];
      let isWriting = true;
      const writing = (async () => {
        while (isWriting) {
          const word = `word ${acknowledged.length}`;
          await database.sql`insert into public.words values (${word})`;
          acknowledged.push(word);
        }
      })();
      await expect.poll(() => acknowledged.length).toBeGreaterThan(50);
      const before = [...acknowledged];
      const backup = await makeBackup({ dataFolder: dataFolder(), log });
      isWriting = false;
      await writing;

      await restoreBackup({ from: backup, dataFolder: join(folder, 'copy'), force: false, log });
      const found = new Set(await words(await open(join(folder, 'copy'))));
      expect(before.filter((word) => !found.has(word))).toEqual([]);
      expect([...found].filter((word) => !acknowledged.includes(word))).toEqual([]);
    },
    slow,
  );

  it(
    'restores database and files, moves existing data aside, and leaves nothing else behind',
    async () => {
      const { database, backup } = await prepare();
      await close(database);
      await writeFile(join(dataFolder(), 'keys.json'), '{"secret":2}');
      // Uploaded after the backup, which holds no uploads at all.
      await mkdir(join(dataFolder(), 'files', 'objects', '00'), { recursive: true });
      await writeFile(join(dataFolder(), 'files', 'objects', '00', 'later'), 'later');
      await restoreBackup({ from: backup, dataFolder: dataFolder(), force: true, log });

      expect(await words(await open())).toEqual(['kept', 'too']);
      expect(await readFile(join(dataFolder(), 'keys.json'), 'utf8')).toBe('{"secret":1}');
      expect(await readFile(join(dataFolder(), 'storage', 'cats', 'tom.txt'), 'utf8')).toBe('meow');
      const names = await readdir(dataFolder());
      const aside = names.find((name) => name.startsWith('before-restore-')) ?? '';
      expect(await readFile(join(dataFolder(), aside, 'keys.json'), 'utf8')).toBe('{"secret":2}');
      expect(await readdir(join(dataFolder(), aside))).toContain('postgres');
      expect(await readFile(join(dataFolder(), aside, 'files/objects/00/later'), 'utf8')).toBe('later');
      expect(await readdir(join(dataFolder(), 'files'))).toEqual([]);
      expect(names.filter((name) => /new-|restore\.json/.test(name))).toEqual([]);
    },
    slow,
  );

  it(
    'can be made of a site that is not running',
    async () => {
      const { database } = await prepare();
      await close(database);
      const to = join(folder, 'elsewhere');
      expect(await makeBackup({ dataFolder: dataFolder(), to, log })).toBe(to);
      await restoreBackup({ from: to, dataFolder: join(folder, 'copy'), force: false, log });
      expect(await words(await open(join(folder, 'copy')))).toEqual(['kept', 'later', 'too']);
    },
    slow,
  );

  it(
    'replaces nothing without --force, nothing that is in use, and nothing when it is damaged',
    async () => {
      const { database, backup } = await prepare();
      const restore = (force: boolean, from = backup) =>
        restoreBackup({ from, dataFolder: dataFolder(), force, log });
      await expect(restore(true)).rejects.toThrow(`is in use by process ${process.pid}`);
      await close(database);
      await expect(restore(false)).rejects.toThrow(/holds data already .* --force/);
      await expect(restore(true, folder)).rejects.toThrow('is not a complete backup');
      await rm(join(backup, 'postgres', 'data', 'global', 'pg_control'));
      await expect(restore(true)).rejects.toThrow('Postgres did not start');
      expect(await words(await open())).toEqual(['kept', 'later', 'too']);
    },
    slow,
  );

  it(
    'whose restore was killed is completed by the next start',
    async () => {
      const { database, backup } = await prepare();
      await close(database);
      // The state of a restore that was killed: one part is moved, the other is not.
      await restoreBackup({ from: backup, dataFolder: join(folder, 'copy'), force: false, log });
      const moves = ['keys.json', 'postgres'].map((name) => ({
        prepared: join(folder, 'copy', name),
        target: join(dataFolder(), name),
        aside: join(dataFolder(), 'before-restore-test', name),
      }));
      await executeRestore(dataFolder(), moves.slice(0, 1));
      await writeFile(join(dataFolder(), 'restore.json'), JSON.stringify(moves));

      expect(await words(await open())).toEqual(['kept', 'too']);
      expect(await readdir(dataFolder())).not.toContain('restore.json');
    },
    slow,
  );

  it.each([
    ['restore-command.ts', [], 'Name the backup'],
    ['restore-command.ts', ['nowhere', '--forec'], 'There is no option --forec.'],
    ['restore-command.ts', ['/nowhere'], '/nowhere is not a complete backup'],
    ['backup-command.ts', [], 'holds no database. Set DATA_DIR to the folder that the site uses.'],
  ])('command %s %j reports its error', async (command, args, message) => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../server/backup', command), ...args],
      {
        env: { ...process.env, DATA_DIR: dataFolder(), DATABASE_URL: '' },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).toBe(1);
    expect(said).toContain(message);
    expect(said).not.toContain('    at ');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused for a folder that no site has used, and leaves nothing there', async () => {
    await mkdir(dataFolder());
    await expect(makeBackup({ dataFolder: dataFolder(), log })).rejects.toThrow(
      `${dataFolder()} holds no database. Set DATA_DIR`,
    );
    const databaseUrl = 'postgres://nobody@localhost/none';
    await expect(makeBackup({ dataFolder: dataFolder(), databaseUrl, log })).rejects.toThrow(
      `${dataFolder()} holds neither keys nor files. Set DATA_DIR`,
    );
    expect(await readdir(dataFolder())).toEqual([]);
  });
});

describeOnGivenServer('a backup of a server', (server) => {
  it(
    'restores everything, and only with --force',
    async () => {
      const { folder, remove } = await makeFolder();
      const { database } = server();
      const settings = { dataFolder: folder, databaseUrl: database.url, log };
      await database.sql`create table public.words (word text)`;
      await database.sql`insert into public.words values ('kept')`;
      await writeFile(join(folder, 'keys.json'), '1');
      const from = await makeBackup(settings).catch((error: unknown) => error);
      if (from instanceof DatabaseStartError) {
        // The server's tools in its version are not installed here, and the error says so.
        expect(from.message).toMatch(/Install the PostgreSQL client programs|server version mismatch/);
        return;
      }
      await database.sql`insert into public.words values ('later')`;
      await writeFile(join(folder, 'keys.json'), '2');

      const restore = (force: boolean) => restoreBackup({ ...settings, from: String(from), force });
      await expect(restore(false)).rejects.toThrow('--force');
      await restore(true);
      expect(await database.sql`select word from public.words`).toEqual([{ word: 'kept' }]);
      expect(await readFile(join(folder, 'keys.json'), 'utf8')).toBe('1');
      await remove();
    },
    slow,
  );
});
