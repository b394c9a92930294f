/** Programs that come with the system, in Debian's packages. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Where programs for administrators are, which not every user has in PATH. */
const furtherFolders = ['/usr/sbin', '/sbin'];

/** A program of a package. In CI a missing one is installed; elsewhere, and without root, a line says that it is missing. */
export function findSystemProgram(name: string, packageName: string): string | undefined {
  const found = findOnPath(name);
  if (found) return found;
  if (process.env.CI) installForOneTest(packageName, `/usr/sbin/${name}`);
  else
    console.log(
      `${name} (in Debian the package ${packageName}) is missing here: nothing was tested with it.`,
    );
  return findOnPath(name);
}

/** Whether a program that is missing is a fault: where this run could have installed it. */
export function canInstall(): boolean {
  return process.env.CI !== undefined && process.getuid?.() === 0;
}

/** A test says what it could not show without the package: only root can install it. */
export function installForOneTest(name: string, file: string): void {
  if (existsSync(file)) return;
  if (process.getuid?.() !== 0) {
    console.log(`The system package ${name} is missing here, and only root can install it.`);
    return;
  }
  const failed = installPackage(name);
  if (failed) throw new Error(`${failed} Install ${name}.`);
}

/** Returns why it failed. */
export function installPackage(name: string): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const allowServices = forbidServices();
  try {
    for (const args of [
      ['update', '-q'],
      ['install', '-y', '-q', '--no-install-recommends', name],
    ]) {
      const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 'inherit', 'inherit'], env });
      if (status !== 0) return `"apt-get ${args.join(' ')}" failed.`;
    }
    return undefined;
  } finally {
    allowServices();
  }
}

/** A package of a server starts it, on the port of the whole machine, unless this program forbids it. */
function forbidServices(): () => void {
  const program = '/usr/sbin/policy-rc.d';
  if (existsSync(program)) return () => {};
  writeFileSync(program, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => rmSync(program, { force: true });
}

function findOnPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...furtherFolders];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}
