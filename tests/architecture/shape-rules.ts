import type { Source } from './parse-source.ts';
import { isTest, roomOf } from './room-rule.ts';

const longestFile = 300;
const drawers = ['util', 'utils', 'helper', 'helpers', 'misc', 'common'];
const testRooms = ['tests', 'bench'];

/** Each circle of imports once, as the way round it. A type counts: it still cannot be understood without the other file. */
export function findCycles(sources: Source[]): string[] {
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

export function findBarrels(sources: Source[]): string[] {
  return sources
    .filter((source) => source.onlyReExports)
    .map(({ path }) => `${path} only re-exports: import from the file that makes the thing`);
}

/** Folders and files without a subject. Takes paths of any kind of file. */
export function findDrawers(paths: string[]): string[] {
  return paths
    .filter((file) =>
      file.split('/').some((part) => drawers.includes(part.replace(/\..*$/, '').toLowerCase())),
    )
    .map((file) => `${file}: name it after its subject`);
}

export function findLongFiles(sources: Source[]): string[] {
  return sources
    .filter((source) => source.lines > longestFile && !isTest(source.path))
    .map(({ path, lines }) => `${path} has ${lines} lines: split it before it passes ${longestFile}`);
}

/**
 * The environment is read once, by whoever starts a process: main.ts hands it to server/settings.ts, and each command hands it to its
 * own settings. Build scripts and the test house are not part of the process.
 */
const startsAProcess = [
  'main.ts',
  'server/settings.ts',
  'backend/serve-alone.ts',
  'backend/print-keys.ts',
  'database/backup/command.ts',
  // What a child process is given of our own environment.
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
  return (
    startsAProcess.includes(file) ||
    file.startsWith('database/testing/') ||
    isScript ||
    isTest(file) ||
    testRooms.includes(roomOf(file))
  );
}

/** Every part is Request → Response; one file turns that into a port, and two more when the backend runs alone. */
const servers = ['server/listen.ts', 'backend/http/api-server.ts', 'backend/http/node-listener.ts'];
/** The built-in fetch cannot be held to an address that was checked. */
const clients = ['backend/http/outgoing-fetch.ts'];

export function findHttpServers(sources: Source[]): string[] {
  return sources
    .filter((source) => source.packages.some((name) => /^(node:)?(http|https|http2)$/.test(name)))
    .filter(({ path }) => ![...servers, ...clients].includes(path))
    .filter(({ path }) => !isTest(path) && !testRooms.includes(roomOf(path)))
    .map(({ path }) => `${path} imports node:http: only server/listen.ts knows it`);
}
