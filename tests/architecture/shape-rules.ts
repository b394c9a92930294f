import { isTest, moduleOf } from './import-rules.ts';
import type { Source } from './parse-source.ts';

const maxLines = 300;
/** Written by `npm run db:types`, not by hand. */
const generated = ['supabase/database.types.ts'];
const drawers = ['util', 'utils', 'helper', 'helpers', 'misc', 'common'];
const testRooms = ['tests', 'bench'];

/** Each import cycle once, as its path. A type import counts: the file still cannot be understood without the other. */
export function findCycles(sources: Pick<Source, 'path' | 'files'>[]): string[] {
  const imports = new Map(sources.map((source) => [source.path, source.files]));
  const finished = new Set<string>();
  const cycles: string[] = [];
  const follow = (file: string, way: string[]): void => {
    const start = way.indexOf(file);
    if (start >= 0) cycles.push([...way.slice(start), file].join(' → '));
    if (start >= 0 || finished.has(file)) return;
    for (const next of imports.get(file) ?? []) follow(next, [...way, file]);
    finished.add(file);
  };
  for (const { path } of sources) follow(path, []);
  return cycles;
}

/**
 * Each cycle between the parts of a module. A part is a folder of the module with everything below it, or a file that lies directly in the
 * module. Tests may start the whole module, so their imports do not count.
 */
export function findFolderCycles(sources: Source[], module: string): string[] {
  const part = (file: string) => {
    const [name = '', ...rest] = file.slice(module.length + 1).split('/');
    return rest.length === 0 ? name : `${name}/`;
  };
  const edges = new Map<string, Map<string, string>>();
  for (const source of sources) {
    if (!source.path.startsWith(`${module}/`) || isTest(source.path)) continue;
    for (const file of source.files) {
      if (!file.startsWith(`${module}/`) || part(file) === part(source.path)) continue;
      const targets = edges.get(part(source.path)) ?? new Map<string, string>();
      targets.set(part(file), `${source.path} imports ${file}`);
      edges.set(part(source.path), targets);
    }
  }
  const parts = [...edges].map(([path, targets]) => ({ path, files: [...targets.keys()] }));
  return findCycles(parts).map((cycle) => {
    const way = cycle.split(' → ');
    const imports = way.slice(1).map((to, index) => edges.get(way[index] ?? '')?.get(to));
    return `${module}: ${cycle} (${imports.join('; ')})`;
  });
}

export function findBarrels(sources: Source[]): string[] {
  return sources
    .filter((source) => source.onlyReExports)
    .map(({ path }) => `${path} only re-exports: import from the file that makes the thing`);
}

/** Folders and files with a vague name, such as utils or misc. Accepts paths of any kind of file. */
export function findVagueNames(paths: string[]): string[] {
  return paths
    .filter((file) =>
      file.split('/').some((part) => drawers.includes(part.replace(/\..*$/, '').toLowerCase())),
    )
    .map((file) => `${file}: name it after its subject`);
}

export function findLongFiles(sources: Source[]): string[] {
  return sources
    .filter((source) => source.lines > maxLines && !isTest(source.path) && !generated.includes(source.path))
    .map(({ path, lines }) => `${path} has ${lines} lines: split it before it passes ${maxLines}`);
}

/**
 * The environment is read once, by the file that starts a process: main.ts passes it to server/settings.ts, and each command passes it to
 * its own settings. Build scripts and `tests/` are not part of the process.
 */
const startsAProcess = [
  'main.ts',
  'server/settings.ts',
  'server/export/export-command.ts',
  'server/doctor/doctor-command.ts',
  'server/links/links-command.ts',
  'server/preview/preview-command.ts',
  'backend/serve-alone.ts',
  'backend/print-keys.ts',
  'backend/write-database-types.ts',
  'server/backup/command.ts',
  // The environment of a child process.
  'database/embedded/run-as.ts',
  'database/backup/server-dump.ts',
];

export function findEnvironmentReaders(sources: Source[]): string[] {
  return sources
    .filter((source) => source.readsEnvironment && !mayReadEnvironment(source.path))
    .map(({ path }) => `${path} reads process.env: take the value from server/settings.ts`);
}

function mayReadEnvironment(file: string): boolean {
  const isScript = file.startsWith('server/build/') || /^[\w.]+\.config\.ts$/.test(file);
  return startsAProcess.includes(file) || isScript || isTest(file) || testRooms.includes(moduleOf(file));
}

/** Every part is Request → Response; one file turns that into a port. */
const server = 'backend/http/http-server.ts';
/** The built-in fetch cannot be restricted to a checked address, and knows no Unix sockets. */
const clients = ['backend/http/outgoing-fetch.ts', 'backend/http/socket-client.ts'];

export function findHttpServers(sources: Source[]): string[] {
  return sources
    .filter((source) => source.packages.some((name) => /^(node:)?(http|https|http2)$/.test(name)))
    .filter(({ path }) => path !== server && !clients.includes(path))
    .filter(({ path }) => !isTest(path) && !testRooms.includes(moduleOf(path)))
    .map(({ path }) => `${path} imports node:http: only ${server} knows it`);
}
