/** What the owner of a hosted project does once: `supabase db push`, and the statement that lets the site count its views. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestOf } from '../../page-views/hosted-store.ts';
import { readPageViewKeys } from '../../page-views/read-secret.ts';
import { repository } from './read-tree.ts';

const secret = 'the secret of the site under test, long enough';

/** `folder` is that of the project's config.toml. Returns the settings that the site then needs. */
export async function pushMigrations(folder: string): Promise<Record<string, string>> {
  const migrations = join(folder, 'migrations');
  await cp(join(repository, 'supabase', 'migrations'), migrations, { recursive: true });
  const keyFolder = await mkdtemp(join(tmpdir(), 'porchlight-keys-'));
  const { siteKey } = await readPageViewKeys(keyFolder, secret);
  await rm(keyFolder, { recursive: true, force: true });
  const statement = `select site.allow_page_views('${digestOf(siteKey)}');\n`;
  await writeFile(join(migrations, '99991231000000_allow_page_views.sql'), statement);
  return { PAGE_VIEW_SECRET: secret };
}
