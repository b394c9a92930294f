/** Programs that come with the system, in Debian's packages. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where programs for administrators are, which not every user has in PATH. */
const furtherFolders = ['/usr/sbin', '/sbin'];
/** Held while a package is installed: the tests of a run have one temporary folder. */
const lock = path.join(tmpdir(), 'apt-get.lock');

/** A program of a package. In CI a missing one is installed; elsewhere, and without root, a line says that it is missing. */
export function findSystemProgram(name: string, packageName: string): string | undefined {
  // A test beside this one may be installing it.
  if (canInstall()) spawnSync('flock', [lock, 'true']);
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
  const { status } = spawnSync('flock', [lock, 'sh', '-c', install, 'sh', name], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  return status === 0 ? undefined : `"apt-get install ${name}" failed.`;
}

/** A package of a server starts it, on the port of the whole machine, unless a program forbids it. */
const install = `
set -e
policy=/usr/sbin/policy-rc.d
if [ ! -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod 755 $policy
fi
apt-get update -q
apt-get install -y -q --no-install-recommends "$1"
`;

export function findOnPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), ...furtherFolders];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}
