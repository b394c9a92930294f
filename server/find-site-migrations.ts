import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { offersQueues } from '../backend/config/api-config.ts';
import type { BackendConfig } from '../backend/config/read-config.ts';
import type { MigrationSet } from '../database/migration-files.ts';

/** Beside config.toml, as in the Supabase CLI; else those of the site, which it needs. */
export function findSiteMigrations({ directory, api }: BackendConfig): MigrationSet {
  const folder = join(directory, 'migrations');
  return {
    kind: 'site',
    folder: existsSync(folder) ? folder : join(import.meta.dirname, '..', 'supabase', 'migrations'),
    exposesQueues: offersQueues(api),
  };
}
