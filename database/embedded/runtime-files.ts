import { existsSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { renameDurably } from '../durable-files.ts';
import type { Log } from '../log.ts';
import { linkTree } from './link-tree.ts';
import type { PlatformPackage } from './platform-package.ts';
import { canReach, type RunAs } from './run-as.ts';

/** Runnable programs, and the environment in which they find their libraries. */
export interface Runtime {
  bin: string;
  env: NodeJS.ProcessEnv;
}

/**
 * Prepares the package's programs by creating the links of their libraries. If the package is read-only, the links are created elsewhere;
 * if the server's user cannot reach it, a copy of hard links is made.
 */
export async function prepareRuntime(options: {
  found: PlatformPackage;
  /** The folder for links or a copy. */
  home: string;
  runAs: RunAs | undefined;
  log: Log;
}): Promise<Runtime> {
  const { found, home, runAs, log } = options;
  const bin = join(found.native, 'bin');
  const isReachable = canReach(runAs, join(bin, programName('postgres')));
  if (isReachable && (await linkLibraries(found, found.native))) return { bin, env: {} };
  if (isReachable && process.platform === 'linux') {
    const names = join(home, `postgres-libraries-${found.version}`);
    await mkdir(names, { recursive: true, mode: 0o755 });
    for (const { from, to } of found.links)
      await linkLibrary(join(found.native, to), join(names, basename(from)));
    return { bin, env: { LD_LIBRARY_PATH: `${names}:${join(found.native, 'lib')}` } };
  }

  const linkedCopy = join(home, `postgres-runtime-${found.version}`);
  if (!existsSync(linkedCopy)) {
    await makeLinkedCopy(found, linkedCopy);
    log({
      level: 'info',
      message: `The programs of Postgres are in ${linkedCopy}: ${found.native} is out of reach.`,
    });
  }
  return { bin: join(linkedCopy, 'bin'), env: {} };
}

export function programName(program: 'postgres' | 'initdb' | 'pg_ctl'): string {
  return process.platform === 'win32' ? `${program}.exe` : program;
}

/** Does the work of the package's install script. False when the folder is not writable. */
async function linkLibraries(found: PlatformPackage, native: string): Promise<boolean> {
  try {
    for (const { from, to } of found.links) await linkLibrary(basename(to), join(native, from));
    return true;
  } catch {
    return false;
  }
}

async function linkLibrary(file: string, path: string): Promise<void> {
  if (existsSync(path)) return;
  // A broken link belongs to an installation that was moved.
  await rm(path, { force: true });
  await symlink(file, path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
}

async function makeLinkedCopy(found: PlatformPackage, linkedCopy: string): Promise<void> {
  const draft = `${linkedCopy}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await linkTree(found.native, draft);
  await linkLibraries(found, draft);
  // Another process may have done the same first.
  await renameDurably(draft, linkedCopy).catch(() => rm(draft, { recursive: true, force: true }));
}
