import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installForOneTest, installPackage } from './system-programs.ts';

/** The system's own Postgres, started for one run of the tests on a cluster of its own. */
export interface SystemPostgres {
  /** For DATABASE_URL. */
  url: string;
  version: string;
  stop(): void;
}

/** Debian's pooler. */
export const pgBouncerProgram = '/usr/sbin/pgbouncer';
const debianFolder = '/usr/lib/postgresql';
/** Postgres does not run as root; this user exists everywhere. */
const nobody = 65534;

/** Finds the system's Postgres, or installs Debian's, and starts it on loopback. */
export function startSystemPostgres(port: number): SystemPostgres {
  const programs = findPrograms() ?? installPrograms();
  if (process.env.CI) {
    const version = path.basename(path.dirname(programs));
    installForOneTest(
      `postgresql-${version}-postgis-3`,
      `/usr/share/postgresql/${version}/extension/postgis.control`,
    );
    installForOneTest('pgbouncer', pgBouncerProgram);
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-postgres-'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, nobody, nobody);
  const run = (program: string, args: string[]) => {
    const { status, error, stderr } = spawnSync(path.join(programs, program), args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(isRoot && { uid: nobody, gid: nobody }),
    });
    if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr.toString()}`);
  };
  const data = path.join(folder, 'data');
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c wal_level=logical -c max_wal_senders=16 -c max_replication_slots=16`;
  try {
    run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
    run('pg_ctl', ['start', '-w', '-D', data, '-l', path.join(folder, 'log'), '-o', settings]);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    version: path.basename(path.dirname(programs)),
    stop() {
      run('pg_ctl', ['stop', '-w', '-m', 'fast', '-D', data]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The folder with the newest version's programs. */
function findPrograms(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  return versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => path.join(debianFolder, version, 'bin'))
    .find((programs) => existsSync(path.join(programs, 'initdb')));
}

function installPrograms(): string {
  console.log('No Postgres here: installing the system package "postgresql" with apt-get.');
  const failed = installPackage('postgresql');
  if (failed) throw new Error(`${failed} Install Postgres, or set DATABASE_URL to a server.`);
  const programs = findPrograms();
  if (!programs) throw new Error(`Postgres was installed, but is not in ${debianFolder}.`);
  return programs;
}
