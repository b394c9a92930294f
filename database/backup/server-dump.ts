import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConnectionTarget, describeTarget } from '../connection-target.ts';
import { DatabaseStartError } from '../errors.ts';
import type { Log } from '../log.ts';
import { ownMigrations } from '../migration-files.ts';
import { openPool } from '../pool.ts';
import { retryOnCollision } from '../run-sql-file.ts';
import { readFileNames } from './data-files.ts';
import type { BackupWatch } from './progress.ts';

/** Backs up the server of DATABASE_URL with pg_dump and pg_restore, which must be installed. */

const dumpName = 'database.dump';
export async function dumpServer(target: ConnectionTarget, folder: string, { signal }: BackupWatch = {}) {
  const file = join(folder, dumpName);
  await run('pg_dump', target, ['--format=custom', '--no-owner', `--file=${file}`], signal);
  await readDump(target, folder, signal);
  return { kind: 'dump' as const, postgres: 'any' };
}

/** Reads and unpacks the whole dump. */
export function readDump(target: ConnectionTarget, folder: string, signal?: AbortSignal): Promise<void> {
  return run('pg_restore', target, ['--file=/dev/null', join(folder, dumpName)], signal);
}

/** Replaces the database's contents, all or nothing. Returns the stored files that its rows name. */
export async function loadDump(
  target: ConnectionTarget,
  folder: string,
  force: boolean,
  log: Log,
): Promise<Set<string> | undefined> {
  const { sql, end } = openPool(target, log);
  try {
    const [found] = await sql<{ used: boolean }[]>`
      select to_regclass('porchlight.applied_migrations') is not null as used`;
    if (found?.used && !force) {
      throw new DatabaseStartError(
        `${describeTarget(target)} holds data already. Add --force to replace it by the backup.`,
      );
    }
    // The dump grants rights to roles, which it does not contain.
    for (const name of ['0001_create_roles.sql', '0230_create_login_roles.sql']) {
      const text = await readFile(join(ownMigrations.folder, name), 'utf8');
      await retryOnCollision(() => sql.script(text));
    }
  } finally {
    await end();
  }
  await restore(target, join(folder, dumpName));
  const restored = openPool(target, log);
  return readFileNames(restored.sql).finally(restored.end);
}

/** Partitions go first: what they inherit cannot be dropped from them, and that is how the dump begins. */
const dropPartitions = `
do $$
declare
  partition regclass;
begin
  for partition in select oid from pg_class where relispartition and relkind in ('r', 'p') loop
    -- It may be gone with another one.
    if exists (select from pg_class where oid = partition) then
      execute format('drop table %s cascade', partition);
    end if;
  end loop;
end
$$;
`;

/** Everything is one transaction. It is committed only when the whole dump has been read. */
async function restore(target: ConnectionTarget, file: string): Promise<void> {
  const reader = start('pg_restore', target, ['--clean', '--if-exists', '--no-owner', '--file=-', file]);
  const writer = start('psql', target, ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-']);
  // When psql has ended, its own message says why.
  writer.child.stdin.on('error', () => {});
  writer.child.stdin.write(`begin;\n${dropPartitions}`);
  reader.child.stdout.pipe(writer.child.stdin, { end: false });
  const read = reader.ended.then(
    () => void writer.child.stdin.end('\ncommit;\n'),
    (error: unknown) => {
      writer.child.kill();
      throw error;
    },
  );
  writer.ended.catch(() => reader.child.kill());
  const [written, hasRead] = await Promise.allSettled([writer.ended, read]);
  for (const result of [written, hasRead]) if (result.status === 'rejected') throw result.reason;
}

async function run(
  program: string,
  target: ConnectionTarget,
  args: string[],
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const { child, ended } = start(program, target, args);
  const kill = () => void child.kill();
  signal?.addEventListener('abort', kill);
  child.stdin.end();
  child.stdout.resume();
  try {
    await ended;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}

function start(program: string, target: ConnectionTarget, args: string[]) {
  const env = {
    PATH: process.env.PATH,
    PGHOST: target.host,
    PGPORT: String(target.port),
    PGUSER: target.user,
    PGPASSWORD: target.password,
    PGDATABASE: target.database,
    PGSSLMODE: target.ssl === false ? 'disable' : target.ssl,
    PGCLIENTENCODING: 'UTF8',
  };
  const child = spawn(program, args, { env, stdio: 'pipe' });
  const ended = new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    child.once('error', (cause) =>
      reject(
        new DatabaseStartError(
          `${program} is needed for a backup of a server and is not installed here. Install the PostgreSQL client programs.`,
          { cause },
        ),
      ),
    );
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new DatabaseStartError(`${program} failed: ${said.trim()}`)),
    );
  });
  return { child, ended };
}
