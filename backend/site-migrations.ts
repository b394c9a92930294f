import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationSet } from '../database/migration-files.ts';
import { offersQueues } from './config/api-config.ts';
import type { BackendSettings } from './config/backend-settings.ts';

type Project = Pick<BackendSettings, 'config' | 'isOtherProject'>;

const tablesOfSites = join(import.meta.dirname, '..', 'supabase', 'migrations');

/** The migrations beside config.toml. A site needs tables of the program too, which its folder may leave out. */
export function findMigrations(project: Project, isSite = isFolderOfSite(project)): MigrationSet {
  const { config, isOtherProject } = project;
  return {
    kind: 'site',
    folder: join(config.directory, 'migrations'),
    ...(isSite && { programFolder: tablesOfSites }),
    refusesOtherData: isOtherProject,
    exposesQueues: offersQueues(config.api),
  };
}

function isFolderOfSite({ config, isOtherProject }: Project): boolean {
  return !isOtherProject && existsSync(join(config.directory, '..', 'site.config.ts'));
}
