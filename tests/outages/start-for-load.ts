import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from '../../database/database.ts';
import { findTestPort } from '../harness/find-test-port.ts';
import { repository } from '../harness/read-tree.ts';
import { type RunningBackend, startBackend } from '../harness/start-backend.ts';
import { startSite } from '../harness/start-site.ts';
import { type LoadTarget, loadConfig, loadTables } from './mixed-load.ts';

export interface LoadedProcess extends RunningBackend, LoadTarget {}

/** The backend alone or the whole site on a given server, with the tables that the mixed load writes to. */
export async function startForLoad(kind: 'backend' | 'site', databaseUrl: string): Promise<LoadedProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-load-'));
  const migrations = join(folder, 'migrations');
  await mkdir(migrations);
  // The site does not start without its own tables.
  if (kind === 'site') await cp(join(repository, 'supabase', 'migrations'), migrations, { recursive: true });
  await writeFile(join(folder, 'config.toml'), loadConfig);
  await writeFile(join(migrations, '20990101000000_create_load_tables.sql'), loadTables);
  const port = await findTestPort();
  const keys = { publicKey: 'sb_publishable_of_the_load', secretKey: 'sb_secret_of_the_load' };
  const settings = {
    DATABASE_URL: databaseUrl,
    SUPABASE_CONFIG: join(folder, 'config.toml'),
    PUBLISHABLE_KEY: keys.publicKey,
    SECRET_KEY: keys.secretKey,
    PORT: String(port),
    LOG_REQUESTS: 'off',
  };
  const started = kind === 'site' ? await startSite({ env: settings }) : await startBackend(port, settings);
  return {
    ...started,
    ...keys,
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await started.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Ends every connection of the process; those of the database's owner stay. */
export async function endConnections(sql: Sql): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename <> current_user`;
}
