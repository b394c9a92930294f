import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { describeOnGivenServer, describeWithoutServer } from '../../tests/harness/database/servers.ts';
import { useSiteMigrations } from '../../tests/harness/database/site-migrations.ts';
import { makeVaultKey } from '../../tests/harness/database/vault-key.ts';
import type { Database } from '../database.ts';
import { DatabaseStartError } from '../errors.ts';
import { ownMigrations } from '../migration-files.ts';
import { openDatabase } from '../open-database.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const log = () => {};
const slow = 120_000;

describeWithoutServer('the vault of the embedded database', () => {
  let folder = '';
  let remove = async () => {};
  let opened: Database | undefined;
  beforeEach(async () => {
    ({ folder, remove } = await makeFolder());
    await writeFile(
      join(folder, '20260101120000_store_secret.sql'),
      `select vault.create_secret('the secret', 'mine')`,
    );
  });
  afterEach(async () => {
    await opened?.close();
    await remove();
  }, slow);

  const open = async (name: string) => {
    opened = await openDatabase({
      dataFolder: join(folder, name),
      log,
      migrations: [ownMigrations, { kind: 'site', folder }],
      answerWithinMs: 20_000,
    });
    return opened;
  };
  const close = async () => {
    await opened?.close();
    opened = undefined;
  };
  const readSecret = async ({ sql }: Database) => {
    const [row] =
      await sql`select decrypted_secret as secret from vault.decrypted_secrets where name = 'mine'`;
    return row?.secret;
  };
  const keyOf = (name: string) => join(folder, name, 'postgres', 'vault.key');

  it(
    'has its key outside of the data, for the server alone, and in backups',
    async () => {
      expect(await readSecret(await open('site'))).toBe('the secret');
      expect((await stat(keyOf('site'))).mode & 0o777).toBe(0o600);
      const backup = await makeBackup({ dataFolder: join(folder, 'site'), log });
      await close();
      await restoreBackup({ from: backup, dataFolder: join(folder, 'other'), force: false, log });
      expect(await readFile(keyOf('other'), 'utf8')).toBe(await readFile(keyOf('site'), 'utf8'));
      expect(await readSecret(await open('other'))).toBe('the secret');
    },
    slow,
  );

  it(
    'says so when its key is lost, and reads again when it is back',
    async () => {
      await open('site');
      await close();
      await rename(keyOf('site'), join(folder, 'saved.key'));
      const database = await open('site');
      await expect(readSecret(database)).rejects.toThrow('encrypted with another key');
      await rm(keyOf('site'));
      await expect(readSecret(database)).rejects.toThrow(`The vault has no key: ${keyOf('site')} is missing`);
      await close();
      await rename(join(folder, 'saved.key'), keyOf('site'));
      expect(await readSecret(await open('site'))).toBe('the secret');
    },
    slow,
  );
});

describeOnGivenServer('the vault of a server', (server) => {
  const { apply } = useSiteMigrations(server);

  it(
    'is in a dump without its key, and readable where the key is',
    async () => {
      const { database } = server();
      await makeVaultKey(database.sql);
      await apply(`select vault.create_secret('of the server', 'mine')`);
      const { folder, remove } = await makeFolder();
      const settings = { dataFolder: folder, databaseUrl: database.url, log };
      await writeFile(join(folder, 'keys.json'), '1');
      const from = await makeBackup(settings).catch((error: unknown) => error);
      if (from instanceof DatabaseStartError) {
        // The server's tools in its version are not installed here, and the error says so.
        expect(from.message).toMatch(/Install the PostgreSQL client programs|server version mismatch/);
        return;
      }
      await database.sql`delete from vault.secrets`;
      await restoreBackup({ ...settings, from: String(from), force: true });
      expect(await database.sql`select decrypted_secret from vault.decrypted_secrets`).toEqual([
        { decrypted_secret: 'of the server' },
      ]);
      await remove();
    },
    slow,
  );
});
