import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { childrenOf, processesIn, serverOf } from '../../tests/durability/processes.ts';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { makeReachableProject } from '../../tests/harness/database/reachable-project.ts';
import type { LogEntry } from '../log.ts';
import { openPool } from '../pool.ts';
import { findPlatformPackage } from './platform-package.ts';
import { chooseRunAs } from './run-as.ts';
import { prepareRuntime } from './runtime-files.ts';
import { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './start-embedded.ts';
import { watchdogCommand } from './watchdog.ts';

const isRoot = process.getuid?.() === 0;

describe('the embedded server', () => {
  let folder = '';
  let remove = async () => {};
  const running = new Set<EmbeddedServer>();
  const log: LogEntry[] = [];

  beforeEach(async () => {
    ({ folder, remove } = await makeFolder());
    log.length = 0;
  });
  afterEach(async () => {
    for (const server of running) await server.stop();
    running.clear();
    await remove();
  });

  const start = async (more: Partial<EmbeddedOptions> = {}) => {
    const server = await startEmbedded({ dataFolder: folder, log: (entry) => log.push(entry), ...more });
    running.add(server);
    return server;
  };
  const stop = async (server: EmbeddedServer) => {
    running.delete(server);
    await server.stop();
  };
  const query = async (server: EmbeddedServer, text: string) => {
    const { sql, end } = openPool(server.target, () => {});
    try {
      const [row] = await sql.script<Record<string, string>[]>(text);
      return Object.values(row ?? {})[0];
    } finally {
      await end();
    }
  };

  it('is a PostgreSQL 18 with durable writes, a fixed collation and no TCP port', async () => {
    const server = await start();
    expect(await query(server, 'show server_version')).toMatch(/^18\./);
    for (const [name, value] of [
      ['data_checksums', 'on'],
      ['fsync', 'on'],
      ['full_page_writes', 'on'],
      ['wal_level', 'logical'],
      ['listen_addresses', ''],
      ['server_encoding', 'UTF8'],
    ]) {
      expect(await query(server, `show ${name}`), name).toBe(value);
    }
    expect(
      await query(
        server,
        `select datlocprovider::text || datlocale from pg_database where datname = 'postgres'`,
      ),
    ).toBe('bC.UTF-8');
    expect((await stat(server.target.host)).mode & 0o777).toBe(0o700);
    const plan = await query(server, 'explain (verbose, format json) select 1');
    expect(plan).toMatchObject([{ 'Query Identifier': expect.any(Number) }]);
  });

  it('keeps its data, requires a password, and leaves no process running', async () => {
    const first = await start();
    await query(first, 'create table public.kept as select 42 as answer');
    const wrong = { ...first, target: { ...first.target, password: 'wrong' } };
    await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await stop(first);
    expect(processesIn(folder)).toEqual([]);
    expect(await query(await start(), 'select answer from public.kept')).toBe(42);
  });

  it('admits one process and names it to the next', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(
      new RegExp(`${folder} is in use by process ${process.pid} .* DATA_DIR`),
    );
    expect(await query(first, 'select 1')).toBe(1);
  });

  it('does not touch the data of another major version', async () => {
    await mkdir(join(folder, 'postgres', 'data'), { recursive: true });
    await writeFile(join(folder, 'postgres', 'data', 'PG_VERSION'), '16\n');
    const before = await readdir(folder, { recursive: true });
    await expect(start()).rejects.toThrow(
      /PostgreSQL 16.*brings PostgreSQL 18.*Nothing was changed.*pg_dump/,
    );
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });

  it('ignores a lock file with the process id of another program', async () => {
    await stop(await start());
    const stranger = spawn('sleep', ['60']);
    await writeFile(
      join(folder, 'postgres', 'data', 'postmaster.pid'),
      `${stranger.pid}\n${join(folder, 'postgres', 'data')}\n`,
    );
    expect(await query(await start(), 'select 1')).toBe(1);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill();
  });

  it('ignores a half-made database of a killed start', async () => {
    await mkdir(join(folder, 'postgres.new-abc', 'data'), { recursive: true });
    await writeFile(
      join(folder, 'postgres.owner.json'),
      JSON.stringify({ pid: 1, started: 'never', space: 'elsewhere', serverHost: folder, serverPort: 1 }),
    );
    expect(await query(await start(), 'select 1')).toBe(1);
    expect(await readdir(folder)).not.toContain('postgres.new-abc');
  });

  it('is stopped and started again when it outlived its program and its watchdog', async () => {
    const writer = spawn(
      process.execPath,
      [join(import.meta.dirname, '../../tests/durability/writer.ts'), folder],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await new Promise((resolve) => writer.stdout.once('data', resolve));
    const orphan = serverOf(folder);
    const watchdogs = childrenOf(writer.pid ?? 0).filter((child) =>
      child.command.includes('postgres-watchdog'),
    );
    writer.kill('SIGSTOP');
    for (const watchdog of watchdogs) process.kill(watchdog.pid, 'SIGKILL');
    writer.kill('SIGKILL');
    // Until the system has removed the process, it still owns the folder.
    await once(writer, 'exit');
    expect(watchdogs).toHaveLength(1);
    expect(processesIn(folder)).toContain(orphan);

    const server = await start();
    expect(serverOf(folder)).not.toBe(orphan);
    expect(Number(await query(server, 'select count(*) from porchlight.durability'))).toBeGreaterThan(0);
    expect(log.map((entry) => entry.message)).toContain(
      `Ending the Postgres that an earlier run left behind (process ${orphan}).`,
    );
  });

  it('gets a new watchdog when the old one is killed', async () => {
    await start();
    const watchdogsOfThisProcess = () =>
      childrenOf(process.pid).filter((child) => child.command.includes('postgres-watchdog'));
    const [first] = watchdogsOfThisProcess();
    if (first) process.kill(first.pid, 'SIGKILL');
    await expect
      .poll(() => watchdogsOfThisProcess().map((watchdog) => watchdog.pid))
      .not.toContain(first?.pid);
    await expect.poll(() => watchdogsOfThisProcess()).toHaveLength(1);
  });

  it.each([
    ['is stopped', 'when its program ends', '123\n', true],
    ['is left alone', 'when the watchdog is dismissed', '123\ndismissed\n', false],
  ])(
    '%s by the watchdog for systems without a shell %s',
    async (_what, _when, input, isStopped) => {
      const server = await start();
      const first = serverOf(folder);
      const data = join(folder, 'postgres', 'data');
      const runAs = chooseRunAs(data);
      const found = findPlatformPackage();
      const runtime = await prepareRuntime({ found, home: join(folder, 'postgres'), runAs, log: () => {} });
      const watchdog = spawn(process.execPath, watchdogCommand({ runtime, data, runAs }), {
        stdio: ['pipe', 'ignore', 'inherit'],
        cwd: '/',
      });
      watchdog.stdin.end(input);
      await new Promise((resolve) => watchdog.once('close', resolve));
      if (isStopped) await expect.poll(() => serverOf(folder)).not.toBe(first);
      else expect(serverOf(folder)).toBe(first);
      await expect.poll(() => query(server, 'select 1').catch(() => 0)).toBe(1);
    },
    60_000,
  );

  it('uses a short socket path when its folder has a long one', async () => {
    const deep = join(folder, 'a-rather-long-name-for-a-folder'.repeat(4));
    const server = await start({ dataFolder: deep });
    expect(server.target.host.startsWith(deep)).toBe(false);
    expect(await query(server, 'select 1')).toBe(1);
    await stop(server);
    await expect(stat(server.target.host)).rejects.toThrow('ENOENT');
  });

  it('can listen on loopback instead, as on Windows', async () => {
    const server = await start({ useLoopback: true });
    expect(server.target.host).toBe('127.0.0.1');
    expect(await query(server, 'show unix_socket_directories')).toBe('');
  });

  it('reports damaged files', async () => {
    await stop(await start());
    await writeFile(join(folder, 'postgres', 'data', 'global', 'pg_control'), 'nonsense');
    await expect(start()).rejects.toThrow(/Postgres did not start\. Its last words:\nPANIC.*pg_control/s);
    expect(await readdir(folder)).not.toContain('postgres.owner.json');
  });

  if (isRoot) {
    it('keeps root’s data where its user can reach it, and finds it again after a move', async () => {
      const closed = join(folder, 'closed');
      const open = join(folder, 'open');
      await mkdir(join(closed, 'site'), { recursive: true });
      await chmod(closed, 0o700);
      const server = await start({ dataFolder: join(closed, 'site', '.data'), reachableRoot: open });
      await query(server, 'create table public.kept as select 42 as answer');
      expect(server.home.startsWith(open)).toBe(true);
      expect((await stat(join(server.home, 'postgres', 'data'))).uid).not.toBe(0);
      expect(log.map((entry) => entry.message).join()).toContain(server.home);
      await stop(server);

      await rename(join(closed, 'site'), join(closed, 'moved'));
      const again = await start({ dataFolder: join(closed, 'moved', '.data'), reachableRoot: open });
      expect(await query(again, 'select answer from public.kept')).toBe(42);
      expect(await readFile(join(closed, 'moved', '.data', 'postgres.location'), 'utf8')).toBe(
        `${server.home}\n`,
      );
    });

    it('uses data that root has copied', async () => {
      await stop(await start());
      execFileSync('chown', ['-R', '0:0', join(folder, 'postgres')]);
      expect(await query(await start(), 'select 1')).toBe(1);
    });

    it('runs as the caller when that is not root', async () => {
      await chmod(folder, 0o777);
      const { root, node } = await makeReachableProject(join(folder, 'project'));
      const writer = spawn(node, [join(root, 'tests/durability/writer.ts'), join(folder, 'own')], {
        stdio: ['ignore', 'pipe', 'inherit'],
        cwd: '/',
        uid: 65534,
        gid: 65534,
      });
      await new Promise((resolve) => writer.stdout.once('data', resolve));
      writer.kill('SIGTERM');
      const code = await new Promise((resolve) => writer.once('close', resolve));
      expect(code).toBe(0);
      expect(processesIn(folder)).toEqual([]);
      expect((await stat(join(folder, 'own', 'postgres', 'password'))).mode & 0o777).toBe(0o600);
    });
  }
});
