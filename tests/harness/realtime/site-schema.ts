import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../read-tree.ts';

const folder = join(repository, 'supabase', 'migrations');

/** The site's own migrations, for `startRealtime`. */
export const siteSchema = readdirSync(folder).sort().map(readSiteMigration).join('\n');

export function readSiteMigration(file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}
