/** `npm run move -- --to postgres://…`, or `--from`: moves the database between the embedded Postgres and a server. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../backend/config/read-config.ts';
import { SettingsError } from '../../backend/identity/settings-error.ts';
import { findMigrations } from '../../backend/site-migrations.ts';
import { listDataFiles } from '../../database/backup/data-files.ts';
import { describeTarget, parseDatabaseUrl } from '../../database/connection-target.ts';
import { DatabaseStartError } from '../../database/errors.ts';
import type { Copied } from '../../database/move/fill-database.ts';
import { moveToEmbedded, moveToServer } from '../../database/move/move-embedded.ts';
import { parseCommandLine, runCommand } from '../backup/command.ts';

const usage =
  'Say where to: npm run move -- --to postgres://user:password@host:5432/name moves the embedded database to a server, --from back from there.';

await runCommand(async (log) => {
  const { to, from } = readArguments();
  const { settings, environment } = parseCommandLine([], []);
  const { dataFolder } = settings;
  const config = await readConfig(
    resolve(environment.SUPABASE_CONFIG || 'supabase/config.toml'),
    environment,
  ).catch((error: unknown) => {
    throw error instanceof SettingsError ? new DatabaseStartError(error.message, { cause: error }) : error;
  });
  const seeds = config.seedPaths && { folder: config.directory, paths: config.seedPaths };
  const plan = {
    dataFolder,
    migrations: findMigrations({ config, isOtherProject: false }, true),
    roles: { folder: config.directory, paths: ['./roles.sql'] },
    seeds,
    log,
  };
  const files = (await listDataFiles(dataFolder)).join(', ') || 'nothing yet';
  if (to !== undefined) {
    const copied = await moveToServer({ ...plan, url: to });
    console.log(describeMoveTo(copied, describeTarget(parseDatabaseUrl(to)), { dataFolder, files }));
  } else if (from !== undefined) {
    const copied = await moveToEmbedded({ ...plan, url: from });
    console.log(describeMoveFrom(copied, describeTarget(parseDatabaseUrl(from)), { dataFolder, files }));
  }
});

function readArguments(): { to: string | undefined; from: string | undefined } {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' }, from: { type: 'string' } } });
    if ((values.to === undefined) === (values.from === undefined)) throw new Error('Name one of the two.');
    return { to: values.to, from: values.from };
  } catch (cause) {
    throw new DatabaseStartError(`${cause instanceof Error ? cause.message : String(cause)} ${usage}`, {
      cause,
    });
  }
}

type Kept = { dataFolder: string; files: string };

function describeMoveTo({ tables, rows }: Copied, place: string, { dataFolder, files }: Kept): string {
  return [
    `${rows} rows of ${tables} tables are in ${place}.`,
    'Set DATABASE_URL to that address, and start the site.',
    `Files were not moved: ${resolve(dataFolder)} still has ${files}. The site goes on using this DATA_DIR.`,
    'Other processes need the keys that are in it, and the same uploaded files: "npm run keys" prints JWT_SECRET, PUBLISHABLE_KEY and SECRET_KEY; see "More than one machine" in the guide.',
    `The embedded database was only read. When all is well, remove ${resolve(dataFolder, 'postgres')}.`,
  ].join('\n');
}

function describeMoveFrom({ tables, rows }: Copied, place: string, { dataFolder, files }: Kept): string {
  return [
    `${rows} rows of ${tables} tables are in ${resolve(dataFolder, 'postgres')}.`,
    'Unset DATABASE_URL and DIRECT_URL, and start the site: one process, with this DATA_DIR.',
    `Files were not moved: ${resolve(dataFolder)} has ${files}. The keys and the uploaded files have to be those of the site: copy them from the DATA_DIR that it used, if that is another one.`,
    `${place} was only read. Remove its database when all is well.`,
  ].join('\n');
}
