/**
 * How much an installation takes: `npm ci` from this lockfile into an empty folder, then the blocks its files occupy on disk,
 * each file counted once however often it is linked. Node itself is one of the packages.
 */
import { copyFile, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { type Figure, noLimit } from './figure.ts';
import { runNpm } from './peers.ts';

export async function measureDisk(bench: Bench): Promise<Figure[]> {
  const folder = await bench.createFolder('disk');
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    await copyFile(join(bench.siteFolder, file), join(folder, file));
  }
  await runNpm(bench, ['ci', '--prefer-offline'], folder);
  const sizes = await readSizes(join(folder, 'node_modules'));
  for (const [name, bytes] of sizes.slice(0, 8))
    bench.log(`${(bytes / 1e6).toFixed(1).padStart(7)} MB  ${name}`);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  return [noLimit('npm ci on disk, Node included', total / 1e6, 'MB')];
}

/** Bytes on disk of each package folder (scopes as a whole), the largest first. */
async function readSizes(folder: string): Promise<[name: string, bytes: number][]> {
  const seen = new Set<number>();
  const sizes: [string, number][] = [];
  for (const name of await readdir(folder)) sizes.push([name, await readSize(join(folder, name), seen)]);
  return sizes.sort((a, b) => b[1] - a[1]);
}

async function readSize(path: string, seen: Set<number>): Promise<number> {
  const file = await lstat(path);
  if (seen.has(file.ino)) return 0;
  seen.add(file.ino);
  // A block is 512 bytes here, whatever the file system's own block is. Windows has none: the length is used.
  let bytes = file.blocks > 0 || file.size === 0 ? file.blocks * 512 : file.size;
  if (file.isDirectory()) {
    for (const name of await readdir(path)) bytes += await readSize(join(path, name), seen);
  }
  return bytes;
}
