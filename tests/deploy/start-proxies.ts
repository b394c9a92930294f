/** nginx and Caddy with our examples, in front of a site: other ports, a certificate of this run, and everything else as it is written. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findTestPort } from '../harness/find-test-port.ts';
import { followChild } from '../harness/follow-child.ts';
import { readText } from '../harness/read-tree.ts';

export interface RunningProxy {
  https: number;
  http: number;
  stop(): Promise<void>;
}

export interface ProxyOptions {
  program: string;
  /** For all files of the proxy. */
  folder: string;
  sitePort: number;
}

export interface StaticHostOptions {
  program: string;
  /** For all files of the proxy. */
  folder: string;
  /** The folder of the export. */
  site: string;
}

export interface StaticHost {
  url: string;
  stop(): Promise<void>;
}

/** A certificate for example.com. */
function makeCertificate(folder: string): { key: string; certificate: string } {
  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  const name = ['-subj', '/CN=example.com', '-addext', 'subjectAltName=DNS:example.com'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  runOrThrow('openssl', ['req', '-x509', ...kind, ...name, '-keyout', key, '-out', certificate]);
  return { key, certificate };
}

/** Every replaced text must be in the example. */
export function adapt(text: string, changes: [from: string, to: string][]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The example does not contain "${from}".`);
    return changed.replaceAll(from, to);
  }, text);
}

export async function startNginx({ program, folder, sitePort }: ProxyOptions): Promise<RunningProxy> {
  const ports = { https: await findTestPort(), http: await findTestPort() };
  const example = adapt(readText('deploy/nginx.conf'), [
    ['server 127.0.0.1:3000', `server 127.0.0.1:${sitePort}`],
  ]);
  const args = prepareNginx({ program, folder }, example, ports);
  return { ...ports, stop: await start(program, args, ports.https) };
}

/** nginx with an exported site, by the file that the export has written for it. */
export async function startNginxWithFiles({ program, folder, site }: StaticHostOptions): Promise<StaticHost> {
  const port = await findTestPort();
  const own = `server { listen 127.0.0.1:${port}; server_name example.com; root ${site}; include ${site}/nginx.conf; }`;
  const stop = await start(program, writeNginxConfig({ program, folder }, own), port);
  return { url: `http://127.0.0.1:${port}`, stop };
}

/** The arguments of nginx with this site, which it has accepted. */
export function prepareNginx(
  { program, folder }: Omit<ProxyOptions, 'sitePort'>,
  example: string,
  ports: { https: number; http: number },
): string[] {
  const { key, certificate } = makeCertificate(folder);
  const site = adapt(example, [
    ['listen 443', `listen 127.0.0.1:${ports.https}`],
    ['listen 80', `listen 127.0.0.1:${ports.http}`],
    ['listen [::]:443', '# '],
    ['listen [::]:80', '# '],
    ['/etc/letsencrypt/live/example.com/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/example.com/privkey.pem', key],
  ]);
  return writeNginxConfig({ program, folder }, site);
}

/** Writes the whole configuration around what is inside of `http`, and has it checked. */
function writeNginxConfig({ program, folder }: Omit<ProxyOptions, 'sitePort'>, site: string): string[] {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const around = [
    'daemon off;',
    `pid ${folder}/nginx.pid;`,
    'error_log stderr;',
    'events {}',
    'http {',
    'access_log off;',
    // Debian's own configuration compresses.
    'gzip on; gzip_types *; gzip_proxied any; gzip_min_length 1;',
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
  ];
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `${around.join('\n')}\n${site}}\n`);
  const args = ['-p', folder, '-c', file];
  runOrThrow(program, ['-t', ...args]);
  return args;
}

export async function startCaddy({ program, folder, sitePort }: ProxyOptions): Promise<RunningProxy> {
  const { key, certificate } = makeCertificate(folder);
  const ports = { https: await findTestPort(), http: await findTestPort() };
  const example = adapt(readText('deploy/Caddyfile'), [
    ['example.com {\n', `example.com {\n\ttls ${certificate} ${key}\n`],
    ['reverse_proxy localhost:3000 {', `reverse_proxy localhost:${sitePort} {`],
  ]);
  const own = ['admin off', 'default_bind 127.0.0.1', `https_port ${ports.https}`, `http_port ${ports.http}`];
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n${own.join('\n')}\n}\n${example}`);
  const args = ['--adapter', 'caddyfile', '--config', file];
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  runOrThrow(program, ['validate', ...args], env);
  return { ...ports, stop: await start(program, ['run', ...args], ports.https, env) };
}

/** Returns how to stop it. */
async function start(
  program: string,
  args: string[],
  port: number,
  env: Record<string, string> = {},
): Promise<() => Promise<void>> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  const { printed, ended } = followChild(child);
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await waitForPort(port, child, printed);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

export async function waitForPort(port: number, child: ChildProcess, printed: () => string): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await wait(25);
  }
  throw new Error(`The proxy ended:\n${printed()}`);
}

/** Returns what it printed. */
export function runOrThrow(program: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${error?.message ?? stderr}`);
  return stdout;
}
