/** The Dockerfile: its rules, and a site that is built and started by its own lines, without Docker. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '../harness/database/folders.ts';
import { findTestPort } from '../harness/find-test-port.ts';
import { followChild } from '../harness/follow-child.ts';
import { listFiles, readText, repository } from '../harness/read-tree.ts';
import { isIgnored } from './build-context.ts';
import { findDockerfileFaults } from './find-dockerfile-faults.ts';
import { type BuiltImage, runDockerfile, sizeOf } from './run-dockerfile.ts';

const dockerfile = readText('Dockerfile');
const dockerignore = readText('.dockerignore');
const files = listFiles();
const context = { files, dockerignore };
/** The image's own user is not on this machine; the system's user `nobody` is. */
const nobody = process.getuid?.() === 0 ? 65_534 : undefined;

describe('the Dockerfile', () => {
  it('follows the rules', () => expect(findDockerfileFaults(dockerfile, context)).toEqual([]));

  it.each([
    ['USER $RUN_AS', 'USER root', 'The image runs as root'],
    ['RUN_AS=node', 'RUN_AS=0', 'The image runs as root'],
    ['USER $RUN_AS', '', 'The image runs as root'],
    ['CMD ["node", "main.ts"]', 'CMD npm start', 'CMD does not start Node itself'],
    ['HEALTHCHECK', 'HEALTHCHEK', 'HEALTHCHEK is not an instruction of ours'],
    ['COPY . .', 'COPY tests .', '.dockerignore names tests'],
    ['COPY . .', 'COPY sources .', 'sources does not exist'],
    ['--from=build /site', '--from=builder /site', 'there is no stage builder'],
    ['FROM node:24-bookworm-slim AS', 'FROM node:latest AS', 'FROM node:latest has no version'],
    ['ENV HOST', 'ENV SECRET_KEY=a HOST', 'SECRET_KEY does not belong into an image'],
    ['ENV HOST', 'ENV HOSTS', 'HOSTS is not a setting'],
    ['VOLUME /data', '', 'There is no VOLUME'],
    ['RUN npm run build', 'RUN cp -r dist /srv', 'RUN names a path outside of its folder'],
  ])('with "%s" changed to "%s" does not', (line, change, fault) => {
    expect(dockerfile).toContain(line);
    expect(findDockerfileFaults(dockerfile.replace(line, change), context)).toContainEqual(
      expect.stringContaining(fault),
    );
  });

  it.each([
    '.data/keys.json',
    '.env',
    '.env.local',
    'node_modules/vite/index.js',
    'dist/a/build.json',
    '.git/config',
  ])('leaves %s out', (file) => expect(isIgnored(file, dockerignore)).toBe(true));

  it('leaves nothing out that the site reads', () => {
    const left = files.filter((file) => isIgnored(file, dockerignore));
    const folders = new Set(
      left.filter((file) => !/\.test\.tsx?$/.test(file)).map((file) => file.split('/')[0]),
    );
    const others = ['.ci', '.github', 'bench', 'deploy', 'docs', 'tests'];
    expect([...folders].sort()).toEqual(['.dockerignore', ...others, 'Dockerfile', 'compose.yml'].sort());
  });

  it('makes a site that starts without root, and stops when it is told to', async () => {
    const { folder, remove } = await makeFolder();
    onTestFinished(remove);
    const image = await runDockerfile(dockerfile, { ...context, context: repository, folder, owner: nobody });
    // 278 in November 2026, and 102 compressed; with the base image about 510 and 180.
    expect(sizeOf(image.root)).toBeLessThan(300);

    const port = String(await findTestPort());
    const container = enter(image, { PORT: port, HOST: '127.0.0.1' });
    const [program = '', ...args] = image.command;
    const site = spawn(program, args, { ...container, stdio: ['ignore', 'pipe', 'pipe'] });
    const { printed, ended, kill } = followChild(site);
    onTestFinished(kill);

    // A site that has ended says why.
    await expect
      .poll(() => (/ is on http/.test(printed()) ? 'started' : site.exitCode), { timeout: 100_000 })
      .not.toBe(null);
    expect(site.exitCode, printed()).toBe(null);
    const check = () => spawnSync(image.healthCheck[0] ?? '', image.healthCheck.slice(1), container).status;
    expect(check()).toBe(0);
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('<h1')]);
    // A start that builds would need what the image has not.
    expect(printed()).not.toContain('Building the site');

    site.kill('SIGTERM');
    expect(await ended, printed()).toEqual([0, null]);
    expect(check()).toBe(1);
    // Twenty times what it takes: it installs and builds.
  }, 600_000);
});

/** The folder, environment and user that a process in a container of the image has. */
function enter({ root, workingFolder, environment, volumes }: BuiltImage, changes: Record<string, string>) {
  const programs = join(root, 'usr/local/bin');
  mkdirSync(programs, { recursive: true });
  copyFileSync(process.execPath, join(programs, 'node'));
  chmodSync(join(programs, 'node'), 0o755);
  const inside = Object.entries(environment).map(([name, value]) => [
    name,
    volumes.includes(value) ? join(root, value) : value,
  ]);
  return {
    cwd: workingFolder,
    env: {
      PATH: `${programs}:/usr/bin:/bin`,
      HOME: '/nonexistent',
      ...Object.fromEntries(inside),
      ...changes,
    },
    ...(nobody !== undefined && { uid: nobody, gid: nobody }),
  };
}
