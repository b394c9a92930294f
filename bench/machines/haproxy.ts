/** haproxy twice, each a process of its own: for visitors in front of the sites, and in front of the Postgres servers. */
import { chmod, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createProgram, type Program } from '../../tests/harness/database/program.ts';

interface HaproxyOptions {
  name: string;
  program: string;
  folder: string;
  port: number;
  configuration: string;
}

const common = `
global
  maxconn 2000
defaults
  retries 3
  option redispatch 1
  timeout connect 2s
  timeout check 1s
  timeout queue 5s
  default-server check inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
`;

/** For visitors: any process that is ready gets the next request, so that a row is read where it was not written. */
export function frontConfiguration(port: number, sites: readonly number[]): string {
  return `${common}
  mode http
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
frontend visitors
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend sites
backend sites
  balance roundrobin
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host 127.0.0.1
  http-check expect status 200
${sites.map((site, index) => `  server site${index + 1} 127.0.0.1:${site}`).join('\n')}
`;
}

/** For programs that use Postgres: they reach the server whose agent says that it is the primary. */
export function databaseConfiguration(port: number, servers: { port: number; agent: number }[]): string {
  return `${common}
  mode tcp
  # Connections that listen are quiet for a long time.
  timeout client 1h
  timeout server 1h
frontend postgres
  bind 127.0.0.1:${port}
  default_backend primary
backend primary
  option httpchk GET /primary
  http-check expect status 200
${servers.map((server, index) => `  server postgres${index + 1} 127.0.0.1:${server.port} port ${server.agent}`).join('\n')}
`;
}

export async function startHaproxy(options: HaproxyOptions): Promise<Program> {
  const { name, program, folder, port, configuration } = options;
  const file = join(folder, `${name.replaceAll(' ', '-')}.cfg`);
  await writeFile(file, configuration);
  await chmod(file, 0o644);
  const running = createProgram({
    name,
    command: program,
    args: ['-db', '-f', file],
    cwd: folder,
    isReady: () => isOpen(port),
    logFile: `${file}.log`,
  });
  await running.start();
  return running;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
