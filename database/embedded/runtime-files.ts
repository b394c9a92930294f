import { existsSync } from 'node:fs';
import { chmod, copyFile, link, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { putInPlace } from '../durable-files.ts';
import type { Log } from '../log.ts';
import type { PlatformPackage } from './platform-package.ts';
import { canReach, type RunAs } from './run-as.ts';

/** Compilers and other languages need these; a running server does not. */
const isUnneeded = (name: string) => name.endsWith('.a') || name === 'pkgconfig' || name === 'pgxs';

/** Programs that can be started, and what they need in their environment to find their libraries. */
export interface Runtime {
  bin: string;
  env: NodeJS.ProcessEnv;
}

/**
 * The package's own programs, once their libraries have their second names. Where the package may not be written, those
 * names are kept elsewhere; where the server's user cannot reach it, a twin of it is made of hard links.
 */
export async function prepareRuntime(options: {
  found: PlatformPackage;
  /** Where names or a twin are kept. */
  home: string;
  runAs: RunAs | undefined;
  log: Log;
}): Promise<Runtime> {
  const { found, home, runAs, log } = options;
  const bin = join(found.native, 'bin');
  const isReachable = canReach(runAs, join(bin, programName('postgres')));
  if (isReachable && (await nameLibraries(found, found.native))) return { bin, env: {} };
  if (isReachable && process.platform === 'linux') {
    const names = join(home, `postgres-libraries-${found.version}`);
    await mkdir(names, { recursive: true, mode: 0o755 });
    for (const { from, to } of found.links) await name(join(found.native, to), join(names, basename(from)));
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

/** Does what the package's install script would have done. False when the folder does not allow it. */
async function nameLibraries(found: PlatformPackage, native: string): Promise<boolean> {
  try {
    for (const { from, to } of found.links) await name(basename(to), join(native, from));
    return true;
  } catch {
    return false;
  }
}

async function name(file: string, path: string): Promise<void> {
  if (existsSync(path)) return;
  // What is there but leads nowhere belongs to an installation that was moved.
  await rm(path, { force: true });
  await symlink(file, path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
}

async function makeLinkedCopy(found: PlatformPackage, linkedCopy: string): Promise<void> {
  const draft = `${linkedCopy}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await linkTree(found.native, draft);
  await nameLibraries(found, draft);
  // Another process may have been faster with the same files.
  await putInPlace(draft, linkedCopy).catch(() => rm(draft, { recursive: true, force: true }));
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (isUnneeded(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkTree(source, target);
    // Another disk, or a file that is not ours to link: a copy does as well.
    else if (entry.isFile()) await link(source, target).catch(() => copyFile(source, target));
  }
}
