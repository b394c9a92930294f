import { spawn } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseDatabaseUrl, toDatabaseUrl } from '../../../database/connection-target.ts';
import { loginRoles } from '../../../database/login-roles.ts';
import { findTestPort } from '../find-test-port.ts';
import { followChild } from '../follow-child.ts';
import { pgBouncerProgram } from '../system-postgres.ts';

export interface PgBouncer {
  /** The database of the server, through the pooler. */
  url: string;
  /** In order, or as the signal says. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** The roles that sign in: the owner and our logins. */
export const pooledRoles = ['postgres', ...Object.values(loginRoles).map(({ name }) => name)];
/** PgBouncer does not run as root; this user exists everywhere. */
const nobody = 65534;

/** Starts Debian's PgBouncer in transaction mode in front of a server that trusts loopback. All else has its default, or is in `settings`. */
export async function startPgBouncer(
  serverUrl: string,
  settings: Record<string, string> = {},
  users: readonly string[] = pooledRoles,
): Promise<PgBouncer> {
  const server = parseDatabaseUrl(serverUrl);
  const port = Number(settings.listen_port ?? (await findTestPort()));
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-pgbouncer-'));
  const files = { ini: join(folder, 'pgbouncer.ini'), users: join(folder, 'users.txt') };
  const options = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: files.users,
    pool_mode: 'transaction',
    ...settings,
  };
  const lines = Object.entries(options).map(([name, value]) => `${name} = ${value}`);
  await writeFile(files.users, users.map((user) => `"${user}" ""\n`).join(''));
  await writeFile(
    files.ini,
    `[databases]\n* = host=${server.host} port=${server.port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [folder, files.ini, files.users]) await chown(path, nobody, nobody);
  const child = spawn(pgBouncerProgram, [files.ini], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
  const { ended: exited } = followChild(child);
  const output: string[] = [];
  const isUp = new Promise<boolean>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      output.push(line);
      if (line.includes('process up')) resolve(true);
    });
    exited.then(() => resolve(false));
  });
  if (!(await isUp)) throw new Error(`PgBouncer did not start: ${output.join('\n')}`);
  return {
    url: toDatabaseUrl({ ...server, host: '127.0.0.1', port }),
    async stop(signal = 'SIGQUIT') {
      child.kill(signal);
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
