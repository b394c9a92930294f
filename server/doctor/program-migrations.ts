import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programFolder, siteFolder } from '../../site-folder.ts';

const own = join('supabase', 'migrations');

export interface ProgramMigrations {
  /** That the site's folder does not have. */
  missing: string[];
  /** That are something else in the site's folder. */
  changed: string[];
}

/** The tables that every site needs come with the program. A hosted project gets only what is in the folder of the site. */
export async function compareMigrations(): Promise<ProgramMigrations> {
  const names = await listSqlFiles(join(programFolder, own));
  const found = new Set(await listSqlFiles(join(siteFolder, own)));
  const texts = names.filter((name) => found.has(name)).map(hasOtherText);
  const changed = (await Promise.all(texts)).filter((name) => name !== undefined);
  return { missing: names.filter((name) => !found.has(name)), changed };
}

/** Returns the names of the files. Those that are there stay as they are. */
export async function copyProgramMigrations(): Promise<string[]> {
  const { missing } = await compareMigrations();
  await mkdir(join(siteFolder, own), { recursive: true });
  for (const name of missing) await copyFile(join(programFolder, own, name), join(siteFolder, own, name));
  return missing;
}

async function hasOtherText(name: string): Promise<string | undefined> {
  const read = (folder: string) => readFile(join(folder, own, name), 'utf8');
  const [one, other] = await Promise.all([read(programFolder), read(siteFolder)]);
  return one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n') ? undefined : name;
}

async function listSqlFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.sql')).sort();
}
