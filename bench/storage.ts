/**
 * A file of 100 MB into the storage and out again, over HTTP. Memory is that of our process alone: what it had before, and the most it had
 * meanwhile, as the kernel keeps count. Downloads alternate with a bare `node:http` server that pipes the same file.
 */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { receiveMessage, startChild } from './child-process.ts';
import { atLeast, atMost, type Figure, noLimit } from './figure.ts';
import { readOwnCpuSeconds } from './process-usage.ts';
import { type SiteProcess, startSite } from './site-process.ts';
import { median } from './statistics.ts';

const megabyte = 1_000_000;
const fileBytes = 100 * megabyte;
const rounds = 9;

export async function measureStorage(bench: Bench): Promise<Figure[]> {
  const site = await startWithLargeFiles(bench);
  const key = await readSecretKey(site.dataFolder);
  const send = (method: string, path: string, body?: { bytes: number } | object) =>
    transfer({ port: site.port, method, path: `/storage/v1${path}`, key, body });
  await send('POST', '/bucket', { name: 'bench', public: true });
  // Warm-up: what is loaded on first use is not part of the cost of a file.
  for (let round = 0; round < 3; round += 1) {
    await send('PUT', '/object/bench/warm.bin', { bytes: 20 * megabyte });
    await send('GET', '/object/public/bench/warm.bin');
  }

  const upload = await growthDuring(site.pid, () =>
    send('PUT', '/object/bench/large.bin', { bytes: fileBytes }),
  );
  const download = await growthDuring(site.pid, () => send('GET', '/object/public/bench/large.bin'));
  bench.log(`memory: upload + ${toMb(upload)} MB, download + ${toMb(download)} MB`);

  const file = await findLargest(join(site.dataFolder, 'files', 'objects'));
  const bare = await startBareServer(bench, file);
  const rates: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const theirs = await measureRate(bare.pid, () =>
      transfer({ port: bare.port, method: 'GET', path: '/', key }),
    );
    const ours = await measureRate(site.pid, () => send('GET', '/object/public/bench/large.bin'));
    rates.push(theirs.seconds / ours.seconds);
    costs.push(ours.cpuSeconds / theirs.cpuSeconds);
    bench.log(`bare ${theirs.seconds.toFixed(3)} s, storage ${ours.seconds.toFixed(3)} s`);
  }
  return [
    atMost('storage: memory, upload of 100 MB', upload / megabyte, 20, 'MB'),
    atMost('storage: memory, download of 100 MB', download / megabyte, 20, 'MB'),
    atLeast('storage: download ÷ bare node:http', median(rates), 0.8, 'ratio'),
    noLimit('storage: CPU time of a download ÷ bare', median(costs), 'ratio'),
  ];
}

async function startWithLargeFiles(bench: Bench): Promise<SiteProcess & { dataFolder: string }> {
  const folder = await bench.createFolder('storage');
  const dataFolder = join(folder, 'data');
  await mkdir(join(folder, 'supabase'));
  const config = join(folder, 'supabase', 'config.toml');
  await writeFile(config, '[storage]\nfile_size_limit = "200MiB"\n');
  const site = await startSite(bench, { dataFolder, environment: { SUPABASE_CONFIG: config } });
  return { ...site, dataFolder };
}

async function readSecretKey(dataFolder: string): Promise<string> {
  const { secretKey } = JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8')) as {
    secretKey: string;
  };
  return secretKey;
}

interface Transfer {
  port: number;
  method: string;
  path: string;
  key: string;
  body?: { bytes: number } | object | undefined;
}

/** Sends and receives bytes without storing them; the answer must be 200. */
function transfer({ port, method, path, key, body }: Transfer): Promise<void> {
  return new Promise((done, fail) => {
    const isFile = body !== undefined && 'bytes' in body;
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': isFile ? 'application/octet-stream' : 'application/json',
      ...(isFile && { 'content-length': Number(body.bytes) }),
    };
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (incoming) => {
      incoming.resume().once('error', fail);
      incoming.once('end', () =>
        incoming.statusCode === 200 ? done() : fail(new Error(`${path} answered ${incoming.statusCode}.`)),
      );
    });
    outgoing.once('error', fail);
    if (!isFile) {
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
      return;
    }
    const piece = Buffer.alloc(65_536, 7);
    let left = Number(body.bytes);
    const write = () => {
      for (; left > 0; ) {
        const next = piece.subarray(0, Math.min(left, piece.length));
        left -= next.length;
        if (!outgoing.write(next)) return;
      }
      outgoing.off('drain', write).end();
    };
    outgoing.on('drain', write);
    write();
  });
}

/** By how much the peak memory of the process exceeded its memory before. */
async function growthDuring(pid: number, work: () => Promise<void>): Promise<number> {
  const before = await readStatus(pid, 'VmRSS');
  // Resets the kernel's peak counter.
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  await work();
  return (await readStatus(pid, 'VmHWM')) - before;
}

async function readStatus(pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024;
}

async function measureRate(pid: number, work: () => Promise<void>) {
  const cpuBefore = await readOwnCpuSeconds(pid);
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  return { seconds, cpuSeconds: (await readOwnCpuSeconds(pid)) - cpuBefore };
}

async function findLargest(folder: string): Promise<string> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await stat(path)).size === fileBytes) return path;
  }
  throw new Error('The stored file is not in the file store.');
}

async function startBareServer(bench: Bench, file: string): Promise<{ pid: number; port: number }> {
  const child = startChild(bench, 'bare-file-server.ts', { args: [file] });
  const address = await receiveMessage<{ port: number }>(child);
  return { pid: child.pid ?? 0, port: address.port };
}

function toMb(bytes: number): string {
  return (bytes / megabyte).toFixed(1);
}
