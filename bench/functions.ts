/**
 * Functions. CPU time of a first request, of the function's process and of ours; CPU time of our process for each further request; how long
 * a process lives that has reached a limit. Beside them the same function in a Node process and in workerd.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findTestPort } from '../tests/harness/find-test-port.ts';
import type { Bench } from './bench.ts';
import { atMost, type Figure, noLimit } from './figure.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { requirePeer } from './peers.ts';
import { readOwnCpuSeconds, readResidentBytes } from './process-usage.ts';
import { type SiteProcess, startSite } from './site-process.ts';
import { median } from './statistics.ts';

const firstRequests = 10;
const rounds = 5;
const requests = 4000;
const atATime = 8;
const cpuLimitMs = 2000;

const hello = 'Deno.serve(() => Response.json({ pid: Deno.pid }));\n';
const loop = `Deno.serve((request) => {
  if (request.url.endsWith('/forever')) for (;;);
  return Response.json({ pid: Deno.pid });
});\n`;

export async function measureFunctions(bench: Bench): Promise<Figure[]> {
  const folder = await bench.createFolder('functions');
  const write = async (path: string, text: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await write('config.toml', '[functions.hello]\nverify_jwt = false\n[functions.loop]\nverify_jwt = false\n');
  await write('functions/hello/index.ts', hello);
  await write('functions/loop/index.ts', loop);
  const site = await startSite(bench, {
    script: 'backend',
    readyPath: '/auth/v1/health',
    environment: { SUPABASE_CONFIG: join(folder, 'config.toml') },
  });
  const saveAgain = (count: number) => write('functions/hello/index.ts', `${hello}// ${count}\n`);
  return [
    ...(await measureFirstRequests(site, saveAgain)),
    ...(await measureFurtherRequests(site)),
    await measureLimit(site),
    ...(await measureAlternative(bench, 'a Node process', startNode)),
    ...(await measureAlternative(bench, 'workerd', startWorkerd)),
  ];
}

async function askPid(client: HttpClient, name: string): Promise<number> {
  const { pid } = (await client.getJson(`/functions/v1/${name}`)) as { pid: number };
  return pid;
}

/** Each in a process of its own, because the file has changed. */
async function measureFirstRequests(
  site: SiteProcess,
  saveAgain: (count: number) => Promise<void>,
): Promise<Figure[]> {
  // Its folders are made and Deno's own cache is filled.
  await askPid(site.client, 'hello');
  const before = await readOwnCpuSeconds(site.pid);
  const milliseconds: number[] = [];
  let cpuSeconds = 0;
  let pid = 0;
  for (let count = 0; count < firstRequests; count += 1) {
    await saveAgain(count);
    await wait(50);
    const started = performance.now();
    pid = await askPid(site.client, 'hello');
    milliseconds.push(performance.now() - started);
    cpuSeconds += await readOwnCpuSeconds(pid);
  }
  const ours = ((await readOwnCpuSeconds(site.pid)) - before) * 1000;
  const theirs = cpuSeconds * 1000;
  return [
    atMost('first request: CPU of its process', theirs / firstRequests, 60, 'ms CPU'),
    noLimit('first request: our CPU', ours / firstRequests, 'ms CPU'),
    noLimit('first request: by the clock', median(milliseconds), 'ms'),
    noLimit('memory of the process', (await readResidentBytes(pid)) / 2 ** 20, 'MB'),
  ];
}

async function measureFurtherRequests({ client, port, pid }: SiteProcess): Promise<Figure[]> {
  const worker = await askPid(client, 'hello');
  const many = createHttpClient(port, atATime);
  const send = () => many.get('/functions/v1/hello');
  // Until the code of both processes is compiled.
  await load(send, 3 * requests);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = [await readOwnCpuSeconds(pid), await readOwnCpuSeconds(worker)] as const;
    await load(send, requests);
    ours.push((((await readOwnCpuSeconds(pid)) - before[0]) * 1e6) / requests);
    theirs.push((((await readOwnCpuSeconds(worker)) - before[1]) * 1e6) / requests);
  }
  many.close();
  return [
    atMost('further request: our CPU', median(ours), 150, 'µs CPU'),
    noLimit('further request: CPU of its process', median(theirs), 'µs CPU'),
  ];
}

async function load(send: () => Promise<{ status: number }>, count: number): Promise<void> {
  let sent = 0;
  const one = async () => {
    while (sent < count) {
      sent += 1;
      const { status } = await send();
      if (status !== 200) throw new Error(`The function answered ${status}.`);
    }
  };
  await Promise.all(Array.from({ length: atATime }, one));
}

/** From the moment at which an endless loop has used its CPU time. */
async function measureLimit({ client }: SiteProcess): Promise<Figure> {
  const pid = await askPid(client, 'loop');
  const before = await readOwnCpuSeconds(pid);
  const answered = client.get('/functions/v1/loop/forever');
  let reachedAt: number | undefined;
  for (;;) {
    const used = await readOwnCpuSeconds(pid).catch(() => undefined);
    if (used === undefined) break;
    if ((used - before) * 1000 > cpuLimitMs) reachedAt ??= performance.now();
    await wait(5);
  }
  const { status } = await answered;
  if (status !== 546) throw new Error(`An endless loop was answered with ${status}.`);
  return atMost(
    'limit to end of the process',
    performance.now() - (reachedAt ?? performance.now()),
    500,
    'ms',
  );
}

interface Alternative {
  process: ChildProcess;
  port: number;
}

async function measureAlternative(
  bench: Bench,
  name: string,
  start: (bench: Bench) => Promise<Alternative>,
): Promise<Figure[]> {
  let cold = 0;
  let warm = 0;
  let memory = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { process, port } = await start(bench);
    const pid = process.pid ?? 0;
    const client = createHttpClient(port, atATime);
    while (!(await client.get('/').catch(() => undefined))) await wait(5);
    cold += (await readOwnCpuSeconds(pid)) * 1000;
    await load(() => client.get('/'), 3 * requests);
    const before = await readOwnCpuSeconds(pid);
    await load(() => client.get('/'), requests);
    warm += (((await readOwnCpuSeconds(pid)) - before) * 1e6) / requests;
    memory += (await readResidentBytes(pid)) / 2 ** 20;
    client.close();
    const ended = new Promise((done) => process.once('exit', done));
    process.kill('SIGKILL');
    await ended;
  }
  return [
    noLimit(`${name}: CPU of a first request`, cold / rounds, 'ms CPU'),
    noLimit(`${name}: CPU of a further request`, warm / rounds, 'µs CPU'),
    noLimit(`${name}: memory`, memory / rounds, 'MB'),
  ];
}

async function startNode(bench: Bench): Promise<Alternative> {
  const port = await findTestPort();
  const file = join(await bench.createFolder('node'), 'hello.mjs');
  await writeFile(
    file,
    `import { createServer } from 'node:http';
const answer = () => Response.json({ pid: process.pid });
createServer(async (incoming, outgoing) => {
  const response = await answer(new Request('http://127.0.0.1' + incoming.url, { method: incoming.method, headers: incoming.headers }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
}).listen(${port}, '127.0.0.1');\n`,
  );
  const arguments_ = ['--permission', `--allow-fs-read=${file}`, file];
  return { process: startProcess(bench, process.execPath, arguments_), port };
}

async function startWorkerd(bench: Bench): Promise<Alternative> {
  const peer = await requirePeer(bench, 'workerd');
  const system = process.arch === 'arm64' ? 'linux-arm64' : 'linux-64';
  const program = join(peer, 'node_modules/@cloudflare', `workerd-${system}`, 'bin/workerd');
  const folder = await bench.createFolder('workerd');
  const port = await findTestPort();
  await writeFile(join(folder, 'hello.js'), 'export default { fetch: () => Response.json({ pid: 1 }) };\n');
  await writeFile(
    join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (modules = [(name = "hello.js", esModule = embed "hello.js")], compatibilityDate = "2026-11-01"))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);\n`,
  );
  return { process: startProcess(bench, program, ['serve', join(folder, 'config.capnp')]), port };
}

function startProcess(bench: Bench, program: string, args: string[]): ChildProcess {
  const child = spawn(program, args, { stdio: 'ignore' });
  bench.onClose(async () => void child.kill('SIGKILL'));
  return child;
}
