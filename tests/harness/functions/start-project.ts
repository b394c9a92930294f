/** For tests: the backend of a project with functions, as a process of its own. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readDownloads } from '../../../backend/config/backend-settings.ts';
import { makeFolder } from '../database/folders.ts';
import { findTestPort } from '../find-test-port.ts';
import { type RunningBackend, startBackend } from '../start-backend.ts';

export interface Project {
  url: string;
  /** With `supabase` and `data`. */
  folder: string;
  backend: RunningBackend;
  remove(): Promise<void>;
}

/** `files` are those of the folder `supabase`. */
export async function startProject(
  files: Record<string, string>,
  environment: Record<string, string> = {},
): Promise<Project> {
  const { folder, remove } = await makeFolder();
  for (const [path, text] of Object.entries({ 'config.toml': '', ...files })) {
    const file = join(folder, 'supabase', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const port = await findTestPort();
  const settings = {
    ...readDownloads(process.env),
    ...environment,
    DATA_DIR: join(folder, 'data'),
  };
  const backend = await startBackend(port, settings, { args: ['--supabase', join(folder, 'supabase')] });
  return { url: `http://127.0.0.1:${port}`, folder, backend, remove };
}
