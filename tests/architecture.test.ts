import { describe, expect, test } from 'vitest';
import { findForbiddenImports, isTest, type Row } from './architecture/import-rules.ts';
import { parseSource, type Source } from './architecture/parse-source.ts';
import {
  findBarrels,
  findCycles,
  findEnvironmentReaders,
  findFolderCycles,
  findHttpServers,
  findLongFiles,
  findVagueNames,
} from './architecture/shape-rules.ts';
import { listFiles, readText } from './harness/read-tree.ts';

const pure = ['names', 'running', 'markdown'];
const services = ['auth', 'rest', 'storage', 'realtime', 'functions', 'webhooks', 'schedules'].map(
  (name) => `backend/${name}`,
);
const foundations = ['backend/http', 'backend/identity', 'backend/config'];
const backend = ['backend', ...foundations, ...services];
const product = [...pure, ...backend, 'database', 'page-views', 'app', 'site.config.ts', 'site-folder.ts'];

/** Which module may import which. Only the files that start or test them import `server`, `main.ts`, `tests` or `bench`. */
const table: Row[] = [
  { modules: [...pure, 'database', 'supabase'], mayImport: [] },
  { modules: ['backend/http'], mayImport: ['database'] },
  { modules: ['backend/identity'], mayImport: ['backend/http', 'database'] },
  { modules: ['backend/config'], mayImport: ['backend/http', 'backend/identity'] },
  { modules: services, mayImport: [...foundations, 'database'] },
  // The files directly in backend/ assemble the services.
  { modules: ['backend', 'backend/testing'], mayImport: [...backend, 'database'] },
  { modules: ['page-views'], mayImport: ['database'] },
  // The types of the database come from its migrations.
  { modules: ['app'], mayImport: [...pure, 'supabase', 'site.config.ts'] },
  { modules: ['site.config.ts'], mayImport: ['app'] },
  { modules: ['server'], mayImport: product },
  { modules: ['main.ts'], mayImport: [...product, 'server'] },
  {
    modules: ['tests', 'bench'],
    mayImport: [
      ...product,
      'backend/testing',
      'server',
      'main.ts',
      'tests',
      'bench',
      'package',
      'package.json',
    ],
  },
  // The command, which imports the others when they are asked for.
  { modules: ['porchlight.js'], mayImport: [...product, 'server', 'main.ts'] },
  { modules: ['package', 'site-folder.ts'], mayImport: [] },
  { modules: ['vite.config.ts'], mayImport: ['server', 'site-folder.ts'] },
  { modules: ['playwright.config.ts', 'vitest.config.ts'], mayImport: ['tests'] },
];

/** Their folders form a one-way order. */
const ordered = [
  ...pure,
  'app',
  'app/names',
  'app/running',
  ...foundations,
  'backend/auth',
  'backend/rest',
  'backend/storage',
  'backend/realtime',
  'backend/functions',
  'backend/webhooks',
  'backend/schedules',
  'backend',
  'database',
  'page-views',
  'server',
];

describe('this repository', () => {
  const files = listFiles();
  const code = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !file.startsWith('content/'));
  const sources = code.map((file) => parseSource(file, readText(file)));

  test('has sources to check', () => expect(sources.length).toBeGreaterThan(10));
  test('imports as the table of modules allows', () =>
    expect(findForbiddenImports(sources, table)).toEqual([]));
  test('has no import cycle', () => expect(findCycles(sources)).toEqual([]));
  test.each(ordered)('has no cycle between the folders of %s', (module) => {
    expect(findFolderCycles(sources, module)).toEqual([]);
  });
  test('has folders in backend/auth that import none of the files beside them', () => {
    const above = (file: string) => /^backend\/auth\/[^/]+$/.test(file);
    const inFolders = sources.filter(({ path }) => /^backend\/auth\/[^/]+\//.test(path));
    const product = inFolders.filter(({ path }) => !isTest(path));
    expect(product.filter(({ files }) => files.some(above)).map(({ path }) => path)).toEqual([]);
  });
  test('has no barrel', () => expect(findBarrels(sources)).toEqual([]));
  test('has no folder or file with a vague name', () => {
    expect(findVagueNames(files.filter((file) => !file.startsWith('content/')))).toEqual([]);
  });
  test('has no source file too long to read', () => expect(findLongFiles(sources)).toEqual([]));
  test('reads the environment in one place', () => expect(findEnvironmentReaders(sources)).toEqual([]));
  test('uses node:http in one place', () => expect(findHttpServers(sources)).toEqual([]));
});

/** An invented tree: `{ 'markdown/a.ts': "import '../names/b.ts'" }`. */
function tree(files: Record<string, string>): Source[] {
  return Object.entries(files).map(([file, text]) => parseSource(file, text));
}

describe('an import that the table forbids is found', () => {
  const forbidden = (file: string, text: string) => findForbiddenImports(tree({ [file]: text }), table);

  test.each([
    ['an import', "import { a } from '../server/a.ts';"],
    ['an import for its side effect', "import '../server/a.ts';"],
    ['an import of types', "import type { A } from '../server/a.ts';"],
    ['a type named in place', "let a: import('../server/a.ts').A;"],
    ['a re-export', "export { a } from '../server/a.ts'; export const b = 1;"],
    ['a re-export of everything', "export * from '../server/a.ts'; export const b = 1;"],
    ['a dynamic import', "const a = await import('../server/a.ts');"],
    ['a require', "const a = require('../server/a.ts');"],
    ['a glob', "const all = import.meta.glob('../server/*.ts');"],
    ['a worker', "new Worker(new URL('../server/a.ts', import.meta.url));"],
    ['a file taken as an address', "import address from '../server/a.ts?url';"],
    ['an address from the top', "import { a } from '/server/a.ts';"],
  ])('written as %s', (_, text) => {
    expect(forbidden('app/page.tsx', text)).toEqual([
      expect.stringMatching(/^app\/page\.tsx imports server\/.*: "app" may not import "server"$/),
    ]);
  });

  test.each([
    ['markdown/a.ts', '../app/a.ts'],
    ['names/a.ts', '../markdown/a.ts'],
    ['running/a.ts', '../names/a.ts'],
    ['database/a.ts', '../backend/http/a.ts'],
    ['backend/http/a.ts', '../identity/a.ts'],
    ['backend/identity/a.ts', '../auth/a.ts'],
    ['backend/auth/a.ts', '../rest/a.ts'],
    ['backend/rest/a.ts', '../../app/a.ts'],
    ['page-views/a.ts', '../backend/http/a.ts'],
    ['app/a.tsx', '../database/a.ts'],
    ['app/deep/down/a.tsx', '../../../backend/auth/a.ts'],
    ['server/a.ts', '../main.ts'],
    ['server/a.ts', '../tests/harness/a.ts'],
    ['running/test-a.ts', '../tests/harness/a.ts'],
    ['unheard-of/a.ts', './b.ts'],
  ])('%s → %s', (file, target) => expect(forbidden(file, `import '${target}';`)).toHaveLength(1));

  test.each([
    ['markdown/a.ts', './b.ts'],
    ['markdown/a.ts', 'markdown-it'],
    ['markdown/a.ts', 'node:fs'],
    ['app/a.tsx', '../markdown/document.ts'],
    ['app/a.tsx', '../site.config.ts'],
    ['backend/auth/a.ts', '../identity/a.ts'],
    ['backend/backend.ts', './auth/routes.ts'],
    ['server/a.ts', '../app/entry.ts'],
    ['main.ts', './server/a.ts'],
    ['names/a.test.ts', '../tests/harness/a.ts'],
  ])('but %s → %s is allowed', (file, target) => expect(forbidden(file, `import '${target}';`)).toEqual([]));
});

test('a cycle is found, however long and even if it is made of types', () => {
  const sources = tree({
    'app/a.ts': "import './b.ts';",
    'app/b.ts': "import type { C } from './c.ts';",
    'app/c.ts': "const a = () => import('./a.ts');",
    'app/d.ts': "import './a.ts';",
  });
  expect(findCycles(sources)).toEqual(['app/a.ts → app/b.ts → app/c.ts → app/a.ts']);
});

test('a cycle between folders is found though no file is in a cycle, and the message names the imports', () => {
  const sources = tree({
    'app/a/one.ts': "import '../b/one.ts';",
    'app/b/one.ts': "import type { C } from '../c.ts';",
    'app/c.ts': "import './a/deep/two.ts';",
    'app/a/deep/two.ts': '',
    'app/a/three.test.ts': "import '../d.ts';",
    'app/d.ts': "import './a/one.ts';",
  });
  expect(findCycles(sources)).toEqual([]);
  expect(findFolderCycles(sources, 'app')).toEqual([
    'app: a/ → b/ → c.ts → a/ (app/a/one.ts imports app/b/one.ts; app/b/one.ts imports app/c.ts; app/c.ts imports app/a/deep/two.ts)',
  ]);
});

test('two import paths to the same file are no cycle', () => {
  const sources = tree({
    'app/a.ts': "import './b.ts'; import './c.ts';",
    'app/b.ts': "import './d.ts';",
    'app/c.ts': "import './d.ts';",
  });
  expect(findCycles(sources)).toEqual([]);
});

test.each([
  "export * from './a.ts';",
  "export { a } from './a.ts'; export type { B } from './b.ts';",
  "import { a } from './a.ts'; export { a };",
  "import a from './a.ts'; export default a;",
])('a barrel is found: %s', (text) => expect(findBarrels(tree({ 'app/index.ts': text }))).toHaveLength(1));

test.each([
  "export { a } from './a.ts'; export const b = 1;",
  "import { start } from './a.ts'; start();",
  'export const a = 1;',
])('a file with its own code is no barrel: %s', (text) => {
  expect(findBarrels(tree({ 'app/index.ts': text }))).toEqual([]);
});

test('vague names are found in folders and in files', () => {
  const found = findVagueNames([
    'app/utils/date.ts',
    'server/helpers.ts',
    'misc/a.css',
    'names/common.test.ts',
  ]);
  expect(found).toHaveLength(4);
  expect(findVagueNames(['names/common-names.ts', 'app/date.ts'])).toEqual([]);
});

test('a source file over 300 lines is found, a test of that length is not', () => {
  const lines = (count: number) => 'export {};\n'.repeat(count);
  const sources = tree({ 'a/b.ts': lines(301), 'a/c.ts': lines(300), 'a/b.test.ts': lines(301) });
  expect(findLongFiles(sources)).toEqual([expect.stringContaining('a/b.ts has 301 lines')]);
});

test.each([
  'const port = process.env.PORT;',
  "const port = process['env'].PORT;",
  'const { env } = process;',
  "import { env } from 'node:process';",
  'start(process.env);',
])('a second reader of the environment is found: %s', (text) => {
  expect(findEnvironmentReaders(tree({ 'server/other.ts': text }))).toHaveLength(1);
  expect(findEnvironmentReaders(tree({ 'server/settings.ts': text, 'tests/run.ts': text }))).toEqual([]);
});

test.each([
  "import { createServer } from 'node:http';",
  "import type { Server } from 'http';",
])('a second file that uses node:http is found: %s', (text) => {
  expect(findHttpServers(tree({ 'server/gateway.ts': text }))).toHaveLength(1);
  expect(findHttpServers(tree({ 'backend/http/http-server.ts': text, 'bench/bare.ts': text }))).toEqual([]);
});
