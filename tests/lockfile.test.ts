import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  findInexactVersions,
  findMissingBuilds,
  lockfileShape,
  packagesWithScripts,
} from './harness/lockfile.ts';
import { readText } from './harness/read-tree.ts';

const manifestShape = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  overrides: z.record(z.string(), z.string()).default({}),
  allowScripts: z.record(z.string(), z.boolean()),
});

describe('this repository', () => {
  const text = readText('package-lock.json');
  const lock = lockfileShape.parse(JSON.parse(text));
  const manifest = manifestShape.parse(JSON.parse(readText('package.json')));

  test('the lockfile names no registry', () => {
    expect(text).not.toMatch(/"resolved"|https?:\/\/[^"]*\.tgz/);
  });

  test('every package in the lockfile is checked by its hash', () => {
    const unchecked = Object.entries(lock.packages).filter(
      ([path, { integrity }]) => path !== '' && !integrity,
    );
    expect(unchecked.map(([path]) => path)).toEqual([]);
  });

  test('no package requires a Node version: npm would warn about the machine’s, and all of them run on the package `node`', () => {
    const withEngines = Object.entries(lock.packages).filter(
      ([path, { engines }]) => path !== '' && engines !== undefined,
    );
    // After adding a package, remove its "engines" from package-lock.json. npm does not add it again.
    expect(withEngines.map(([path]) => path)).toEqual([]);
  });

  test('every package with platform builds has them for Linux on x64 and arm64, and where they exist for musl, macOS and Windows', () => {
    expect(findMissingBuilds(lock)).toEqual([]);
  });

  test('whether a package may run its install scripts is decided in allowScripts, for each that has some', () => {
    expect(packagesWithScripts(lock)).toEqual(Object.keys(manifest.allowScripts).sort());
  });

  test('only node runs one: it fetches its platform package', () => {
    const allowed = Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name]);
    expect(allowed).toEqual(['node']);
  });

  test('package.json names exact versions', () => {
    const { dependencies, devDependencies, optionalDependencies, overrides } = manifest;
    expect(
      findInexactVersions({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides }),
    ).toEqual([]);
  });
});

describe('a lockfile made on one machine only', () => {
  const build = (os: string, cpu: string, libc?: string) => ({
    version: '1.0.0',
    os: [os],
    cpu: [cpu],
    ...(libc && { libc: [libc] }),
  });
  const complete = {
    'node_modules/fast': {
      version: '1.0.0',
      optionalDependencies: {
        'fast-linux-x64-gnu': '1.0.0',
        'fast-linux-arm64-gnu': '1.0.0',
        'fast-linux-x64-musl': '1.0.0',
        'fast-darwin-arm64': '1.0.0',
        'fast-win32-x64': '1.0.0',
        'fast-sunos-x64': '1.0.0',
      },
    },
    'node_modules/fast-linux-x64-gnu': build('linux', 'x64', 'glibc'),
    'node_modules/fast-linux-arm64-gnu': build('linux', 'arm64', 'glibc'),
    'node_modules/fast-linux-x64-musl': build('linux', 'x64', 'musl'),
    'node_modules/fast-darwin-arm64': build('darwin', 'arm64'),
    'node_modules/fast-win32-x64': build('win32', 'x64'),
  };
  const without = (name: string) =>
    Object.fromEntries(Object.entries(complete).filter(([path]) => path !== `node_modules/${name}`));

  test('passes when it is complete; systems that are not supported may be missing', () => {
    expect(findMissingBuilds({ packages: complete })).toEqual([]);
  });

  test.each([
    'fast-linux-x64-gnu',
    'fast-linux-arm64-gnu',
    'fast-linux-x64-musl',
    'fast-darwin-arm64',
    'fast-win32-x64',
  ])('fails without %s', (name) => {
    expect(findMissingBuilds({ packages: without(name) })).toEqual([expect.stringContaining(name)]);
  });

  test('fails when upstream has no Linux build for arm64 at all', () => {
    const packages = {
      'node_modules/fast': { version: '1.0.0', optionalDependencies: { 'fast-linux-x64': '1.0.0' } },
      'node_modules/fast-linux-x64': build('linux', 'x64'),
    };
    expect(findMissingBuilds({ packages })).toEqual([
      'node_modules/fast: no build "fast-" for linux arm64 (glibc)',
    ]);
  });

  describe('with builds that depend on a library of their own platform', () => {
    const layered = {
      ...complete,
      'node_modules/fast-linux-x64-gnu': {
        ...build('linux', 'x64', 'glibc'),
        optionalDependencies: { 'library-linux-x64': '1.0.0' },
      },
      'node_modules/library-linux-x64': build('linux', 'x64'),
      'node_modules/wide': { version: '1.0.0', optionalDependencies: { 'wide-wasm32': '1.0.0' } },
      'node_modules/wide-wasm32': { version: '1.0.0', cpu: ['wasm32'] },
    };

    test('passes, also with WebAssembly for every platform', () => {
      expect(findMissingBuilds({ packages: layered })).toEqual([]);
    });

    test('fails without that library', () => {
      const { 'node_modules/library-linux-x64': _, ...packages } = layered;
      expect(findMissingBuilds({ packages })).toEqual([expect.stringContaining('library-linux-x64')]);
    });
  });

  test('fails when a build is of another version than its package requires', () => {
    const packages = {
      ...complete,
      'node_modules/fast-darwin-arm64': { ...build('darwin', 'arm64'), version: '0.9.0' },
    };
    expect(findMissingBuilds({ packages })).toEqual([expect.stringContaining('fast-darwin-arm64')]);
  });

  test('finds builds inside the package', () => {
    const packages = Object.fromEntries(
      Object.entries(complete).map(([path, entry]) => [
        path === 'node_modules/fast' ? path : path.replace('node_modules', 'node_modules/fast/node_modules'),
        entry,
      ]),
    );
    expect(findMissingBuilds({ packages })).toEqual([]);
  });

  test('accepts an optional package for one system, such as fsevents', () => {
    const packages = {
      'node_modules/watch': { version: '1.0.0', optionalDependencies: { fsevents: '~2.3.3' } },
      'node_modules/fsevents': { version: '2.3.3', os: ['darwin'] },
    };
    expect(findMissingBuilds({ packages })).toEqual([]);
  });
});

test('versions that are ranges are found', () => {
  const versions = {
    a: '1.2.3',
    b: '^1.2.3',
    c: '~1.2.3',
    d: '*',
    e: '1.x',
    f: 'latest',
    g: '18.4.0-beta.17',
    h: '>=2',
  };
  expect(findInexactVersions(versions)).toEqual([
    'b: ^1.2.3',
    'c: ~1.2.3',
    'd: *',
    'e: 1.x',
    'f: latest',
    'h: >=2',
  ]);
});
