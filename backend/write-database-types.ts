/**
 * `npm run db:types`: writes the TypeScript types of the database to database.types.ts beside config.toml, as `supabase gen types
 * typescript` prints them. `-- -` prints them, `-- <file>` writes another file.
 */
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { describeTarget } from '../database/connection-target.ts';
import { findRunningTarget } from '../database/embedded/owner-target.ts';
import { DatabaseStartError } from '../database/errors.ts';
import { parseServer } from '../database/find-server.ts';
import type { Log } from '../database/log.ts';
import { ownMigrations } from '../database/migration-files.ts';
import { openDatabase } from '../database/open-database.ts';
import { openPool } from '../database/pool.ts';
import { type BackendSettings, readBackendSettings } from './config/backend-settings.ts';
import { toErrorMessage } from './http/describe-error.ts';
import { SettingsError } from './identity/settings-error.ts';
import type { Definitions } from './rest/database-types/definitions.ts';
import { readDefinitions } from './rest/database-types/read-definitions.ts';
import { writeTypes } from './rest/database-types/write-types.ts';
import { findMigrations } from './site-migrations.ts';
import { exitWithError } from './start-errors.ts';

// Types may go to stdout, so messages do not.
const log: Log = ({ message }) => console.error(message);

await run().catch(exitWithError);

async function run(): Promise<void> {
  const { values, positionals } = readArguments();
  const args = values.supabase === undefined ? [] : ['--supabase', values.supabase];
  const settings = await readBackendSettings(process.env, args);
  const asked = values.schema?.flatMap((list) => list.split(',')).map((name) => name.trim());
  const definitions = await readFromDatabase(settings, asked ?? ['public', ...settings.config.api.schemas]);
  const missing = asked?.filter((name) => !definitions.schemas.includes(name)) ?? [];
  if (missing.length > 0)
    throw new SettingsError(`The database has no schema ${missing.map((name) => `"${name}"`).join(', ')}.`);
  const text = writeTypes(definitions, values['postgrest-version']);
  const file = positionals[0] ?? join(settings.config.directory, 'database.types.ts');
  // Supabase's CLI ends the output with an empty line, except for a hosted project.
  const output = values['postgrest-version'] === undefined ? `${text}\n` : text;
  if (file === '-') process.stdout.write(output);
  else {
    await writeFile(file, output);
    console.error(`The types of ${definitions.schemas.join(', ')} are in ${relative('', file)}.`);
  }
}

function readArguments() {
  const known = {
    schema: { type: 'string', multiple: true },
    'postgrest-version': { type: 'string' },
    supabase: { type: 'string' },
  } as const;
  try {
    return parseArgs({ args: process.argv.slice(2), options: known, allowPositionals: true });
  } catch (cause) {
    const options = Object.keys(known).map((name) => `--${name}`);
    throw new SettingsError(`${toErrorMessage(cause)}. The options are ${options.join(', ')}.`, { cause });
  }
}

/** A running database is only read. The embedded one is started for it otherwise, with all migrations. */
async function readFromDatabase(settings: BackendSettings, schemas: string[]): Promise<Definitions> {
  const { databaseUrl, directUrl, dataDirectory, config } = settings;
  const running =
    databaseUrl === undefined ? await findRunningTarget(dataDirectory) : parseServer(databaseUrl, directUrl);
  if (running) {
    const pool = openPool(running, log);
    try {
      return await readDefinitions(pool, schemas);
    } catch (cause) {
      const advice = databaseUrl === undefined ? '' : ' Check DATABASE_URL and that the server runs.';
      const message = `The database ${describeTarget(running)} cannot be read: ${toErrorMessage(cause)}.${advice}`;
      throw new DatabaseStartError(message, { cause });
    } finally {
      await pool.end();
    }
  }
  const database = await openDatabase({
    dataFolder: dataDirectory,
    log,
    migrations: [ownMigrations, findMigrations(settings)],
    roles: { folder: config.directory, paths: ['./roles.sql'] },
    seed: config.seedPaths && { folder: config.directory, paths: config.seedPaths },
  });
  try {
    return await readDefinitions(database, schemas);
  } finally {
    await database.close();
  }
}
