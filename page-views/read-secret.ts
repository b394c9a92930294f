import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What signs page tokens, and what a hosted project lets the site in by: two keys from one secret. */
export interface PageViewKeys {
  tokenKey: string;
  siteKey: string;
}

/** From the setting if there is one; otherwise generated on first start and kept where only the owner of the process can read. */
export async function readPageViewKeys(
  dataFolder: string,
  setting: string | undefined,
): Promise<PageViewKeys> {
  const secret = setting ?? (await readOrCreate(dataFolder));
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url');
  return { tokenKey: derive('page tokens'), siteKey: derive('hosted project') };
}

async function readOrCreate(folder: string): Promise<string> {
  const file = join(folder, 'page-views.secret');
  const known = await read(file);
  if (known) return known;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(temporary, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  // A link, unlike a rename, never replaces what another process put there in the meantime.
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(temporary);
  const created = await read(file);
  if (!created) throw new Error(`${file} is empty. Delete it to get a new secret.`);
  return created;
}

async function read(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text?.trim();
}
