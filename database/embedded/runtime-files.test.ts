import { execFileSync } from 'node:child_process';
import { chmod, chown, lstat, mkdir, readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { makeReachableProject } from '../../tests/harness/database/reachable-project.ts';
import { linkTree } from './link-tree.ts';
import { findPlatformPackage, type PlatformPackage } from './platform-package.ts';
import { chooseRunAs } from './run-as.ts';
import { prepareRuntime, type Runtime } from './runtime-files.ts';

const installed = findPlatformPackage();

/** The package as npm installs it without its install script: without the links of its libraries. */
async function copyWithoutLinks(to: string): Promise<PlatformPackage> {
  await linkTree(installed.native, to);
  return { ...installed, native: to };
}

const version = ({ bin, env }: Runtime, user: { uid?: number; gid?: number } = {}) =>
  execFileSync(join(bin, 'postgres'), ['--version'], {
    encoding: 'utf8',
    stdio: 'pipe',
    cwd: '/',
    env,
    ...user,
  });

describe('the programs of Postgres', () => {
  let folder = '';
  let remove = async () => {};
  beforeEach(async () => {
    ({ folder, remove } = await makeFolder());
  });
  afterEach(() => remove());

  it('do not run as installed, and run once their libraries have their links', async () => {
    const found = await copyWithoutLinks(join(folder, 'native'));
    expect(() => version({ bin: join(found.native, 'bin'), env: {} })).toThrow();
    const runtime = await prepareRuntime({ found, home: folder, runAs: undefined, log: () => {} });
    expect(runtime).toEqual({ bin: join(found.native, 'bin'), env: {} });
    expect(version(runtime)).toContain('PostgreSQL) 18.');
    for (const { from } of found.links)
      expect((await lstat(join(found.native, from))).isSymbolicLink()).toBe(true);
  });

  const runAs = chooseRunAs('/nowhere');
  if (runAs) {
    it('find their libraries by links elsewhere when the package is read-only', async () => {
      const found = await copyWithoutLinks(join(folder, 'native'));
      const home = join(folder, 'home');
      await mkdir(home);
      await chown(home, runAs.uid, runAs.gid);
      const user = { uid: runAs.uid, gid: runAs.gid };
      const { root, node } = await makeReachableProject(join(folder, 'project'));
      const script = `
        import { prepareRuntime } from ${JSON.stringify(join(root, 'database/embedded/runtime-files.ts'))};
        const runtime = await prepareRuntime({ ...${JSON.stringify({ found, home })}, runAs: undefined, log() {} });
        console.log(JSON.stringify(runtime));`;
      const said = execFileSync(node, ['--input-type=module', '-e', script], {
        ...user,
        cwd: '/',
        encoding: 'utf8',
      });
      const runtime: Runtime = JSON.parse(said);
      expect(runtime.bin).toBe(join(found.native, 'bin'));
      expect(version(runtime, user)).toContain('PostgreSQL) 18.');
      expect(await readdir(join(found.native, 'lib'))).not.toContain('libpq.so.5');
    });

    it('get a copy of hard links when the server’s user cannot reach them', async () => {
      const closed = join(folder, 'closed');
      const found = await copyWithoutLinks(join(closed, 'native'));
      await chmod(closed, 0o700);
      const home = join(folder, 'home');
      await mkdir(home);
      const said: string[] = [];
      const prepare = () => prepareRuntime({ found, home, runAs, log: (entry) => said.push(entry.message) });
      const runtime = await prepare();
      const { bin } = runtime;
      expect(await prepare()).toEqual(runtime);
      expect(version(runtime, { uid: runAs.uid, gid: runAs.gid })).toContain('PostgreSQL) 18.');
      expect((await stat(join(bin, 'postgres'))).ino).toBe(
        (await stat(join(found.native, 'bin', 'postgres'))).ino,
      );
      expect(await readlink(join(bin, '..', 'lib', 'libpq.so.5'))).toMatch(/^libpq\.so\.5\./);
      expect(said).toEqual([expect.stringContaining(`is out of reach`)]);
    });
  }
});
