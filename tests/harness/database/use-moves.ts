import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, inject } from 'vitest';
import { parseDatabaseUrl, toDatabaseUrl } from '../../../database/connection-target.ts';
import { migrate } from '../../../database/migrate.ts';
import type { MigrationSet } from '../../../database/migration-files.ts';
import { moveDatabase } from '../../../database/move/move-database.ts';
import { openPool } from '../../../database/pool.ts';
import { makeFolder } from './folders.ts';
import { siteMigrations } from './shared-server.ts';

const log = () => {};

/** Databases to move, on the server of DATABASE_URL or the one of the tests. They are removed when the suite ends. */
export function useMoves() {
  const made: string[] = [];
  const folders: (() => Promise<void>)[] = [];
  const given = () => inject('givenServer') ?? inject('testServer');
  const urlOf = (name: string) => toDatabaseUrl({ ...parseDatabaseUrl(given().url), database: name });
  afterAll(async () => {
    for (const name of made) await run(given().url, `drop database if exists ${name} with (force)`);
    for (const remove of folders) await remove();
  });

  /** The rows of the last statement. */
  async function run(url: string, statement: string) {
    const { sql, end } = openPool(parseDatabaseUrl(url), log);
    return [...(await sql.script(statement).finally(end))];
  }

  async function createDatabase(template = 'template1', statement = ''): Promise<string> {
    const name = `move_${randomBytes(6).toString('hex')}`;
    await run(given().url, `create database ${name} template ${template}`);
    made.push(name);
    if (statement) await run(urlOf(name), statement);
    return urlOf(name);
  }

  /** A database of the site, with this done by hand. */
  const createSite = (statement = '') => createDatabase(given().templates.site, statement);

  /** A database of a site that has these migrations more, with this done by hand. */
  async function createSiteWith(texts: string | string[], statement = '') {
    const { folder, remove } = await makeFolder();
    folders.push(remove);
    for (const [index, text] of [texts].flat().entries())
      await writeFile(join(folder, `2099010100000${index}_change_things.sql`), text);
    const migrations: MigrationSet = { kind: 'site', folder, programFolder: siteMigrations.folder };
    const url = await createSite();
    const pool = openPool(parseDatabaseUrl(url), log);
    await migrate(pool, [migrations], log).finally(pool.end);
    if (statement) await run(url, statement);
    return { url, migrations };
  }

  function move(from: string, to: string, { migrations = siteMigrations, rolesFolder = '/nowhere' } = {}) {
    return moveDatabase(parseDatabaseUrl(from), parseDatabaseUrl(to), {
      migrations,
      roles: { folder: rolesFolder, paths: ['./roles.sql'] },
      seeds: undefined,
      log,
    });
  }

  /** Makes such a site, moves it, and returns where it is. */
  async function moveSiteWith(texts: string | string[], statement = ''): Promise<string> {
    const { url, migrations } = await createSiteWith(texts, statement);
    const to = await createDatabase();
    await move(url, to, { migrations });
    return to;
  }

  return { given, run, createEmpty: createDatabase, createSite, createSiteWith, move, moveSiteWith };
}
