/**
 * A primary and a replica that follows it synchronously: two servers with the binaries of the embedded database. What the primary has
 * acknowledged is on the disk of the replica, too, so a failover loses nothing.
 */
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDatabaseUrl } from '../../database/connection-target.ts';
import { changeOwner } from '../../database/embedded/change-owner.ts';
import { type ClusterLocation, locationIn } from '../../database/embedded/cluster-location.ts';
import { makeServerFolder } from '../../database/embedded/initialise.ts';
import { findPlatformPackage } from '../../database/embedded/platform-package.ts';
import { serverEnvironment } from '../../database/embedded/run-as.ts';
import { runProgram } from '../../database/embedded/run-program.ts';
import { prepareRuntime, type Runtime } from '../../database/embedded/runtime-files.ts';
import { openPool, type Pool } from '../../database/pool.ts';
import { findTestPort } from '../../tests/harness/find-test-port.ts';
import { createProgram, type Program } from './program.ts';

export interface PostgresServer {
  port: number;
  program: Program;
  /** One connection, opened again when it was lost. */
  pool: Pool;
  isPrimary(): Promise<boolean>;
}

export interface PostgresPair {
  primary: PostgresServer;
  replica: PostgresServer;
  /** Makes the replica the primary. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_level: 'logical',
  max_connections: '200',
  max_wal_senders: '16',
  max_replication_slots: '16',
  shared_buffers: '64MB',
  io_method: 'sync',
  // What the replica has missed while it was away.
  wal_keep_size: '1GB',
  wal_retrieve_retry_interval: '500ms',
  wal_receiver_timeout: '5s',
};
const replicaName = 'replica';

/** `folder`: all users can pass through it. */
export async function startPostgresPair(folder: string): Promise<PostgresPair> {
  const first = locationIn(join(folder, 'primary'));
  const second = locationIn(join(folder, 'replica'));
  const runtime = await prepareRuntime({
    found: findPlatformPackage(),
    home: folder,
    runAs: first.runAs,
    log: () => {},
  });
  await initialise(first, runtime);
  const [firstPort, secondPort] = [await findTestPort(), await findTestPort()];
  // A cluster that was never started is a consistent copy.
  await cp(first.home, second.home, { recursive: true });
  await writeFile(join(second.data, 'standby.signal'), '');
  for (const { home, cluster } of [first, second]) for (const one of [home, cluster]) await chmod(one, 0o711);
  await changeOwner(second.data, second.runAs);

  const primary = createServer('primary', { location: first, runtime, port: firstPort }, [
    `synchronous_standby_names=${replicaName}`,
  ]);
  const replica = createServer('replica', { location: second, runtime, port: secondPort }, [
    `primary_conninfo=host=127.0.0.1 port=${firstPort} user=postgres application_name=${replicaName}`,
  ]);
  await Promise.all([primary.program.start(), replica.program.start()]);
  return {
    primary,
    replica,
    async promote() {
      await replica.pool.sql`select pg_promote(true, 20)`;
    },
    async stop() {
      for (const { pool, program } of [replica, primary]) {
        await pool.end();
        await program.stop('SIGINT');
      }
    },
  };
}

async function initialise(location: ClusterLocation, runtime: Runtime): Promise<void> {
  await mkdir(location.cluster, { recursive: true });
  for (const one of [location.home, location.cluster]) await chmod(one, 0o711);
  await makeServerFolder(location.data, location);
  const locale = ['--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'];
  const access = ['--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-instructions'];
  await runProgram('initdb', ['--pgdata', location.data, ...locale, ...access], { location, runtime });
}

function createServer(
  name: string,
  place: { location: ClusterLocation; runtime: Runtime; port: number },
  own: string[],
): PostgresServer {
  const { location, runtime, port } = place;
  const pool = openPool(parseDatabaseUrl(`postgres://postgres@127.0.0.1:${port}/postgres`), () => {});
  const isPrimary = async () => {
    const [row] = await pool.sql<{ follows: boolean }[]>`select pg_is_in_recovery() as follows`;
    return row?.follows === false;
  };
  const given = [...Object.entries(settings).map((pair) => pair.join('=')), `port=${port}`, ...own];
  const program = createProgram({
    name,
    command: join(runtime.bin, 'postgres'),
    args: ['-D', location.data, ...given.flatMap((setting) => ['-c', setting])],
    cwd: location.data,
    env: serverEnvironment(runtime.env),
    runAs: location.runAs,
    isReady: () => isPrimary().then(() => true),
    logFile: join(location.home, 'output.log'),
  });
  return { port, program, pool, isPrimary };
}
