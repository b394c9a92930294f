/**
 * `npm run export` of 2,000 posts: CPU time (children included) and memory of the first run, whose preview pictures are all drawn; of a
 * run with an empty folder and these pictures kept; after an edit of one text; and when nothing has changed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from './bench.ts';
import { writeCorpus } from './corpus.ts';
import { atMost, exactly, type Figure, noLimit } from './figure.ts';
import { readUsage } from './process-usage.ts';

const count = 2000;
const pollMs = 100;

interface Run {
  cpuSeconds: number;
  peakBytes: number;
  printed: string;
}

export async function measureExport(bench: Bench): Promise<Figure[]> {
  const content = await bench.createFolder('content');
  const posts = await writeCorpus(content, count);
  const data = await bench.createFolder('data');
  const out = join(await bench.createFolder('out'), 'site');
  const run = () => runExport(bench, { CONTENT_DIR: content, DATA_DIR: data }, out);

  const first = await run();
  await rm(out, { recursive: true });
  const again = await run();
  const file = posts[0]?.file ?? '';
  await writeFile(file, `${await readFile(file, 'utf8')}\nOne more sentence.\n`);
  const edited = await run();
  const unchanged = await run();
  return [
    noLimit('export, first run of 2,000 posts', first.cpuSeconds, 's CPU'),
    atMost('export, pictures kept, a post', (again.cpuSeconds * 1000) / count, 4, 'ms CPU'),
    atMost('export, memory of all processes', again.peakBytes / 1e6, 400, 'MB'),
    noLimit('export, after one edit', edited.cpuSeconds, 's CPU'),
    noLimit('export, files written after one edit', readWritten(edited), 'files'),
    atMost('export, nothing changed', unchanged.cpuSeconds, 3, 's CPU'),
    exactly('export, files written when nothing changed', readWritten(unchanged), 0, 'files'),
  ];
}

async function runExport(bench: Bench, env: Record<string, string>, out: string): Promise<Run> {
  const before = await readUsage(process.pid);
  const child = spawn(process.execPath, ['porchlight.js', 'export', out], {
    cwd: bench.siteFolder,
    env: { ...process.env, SITE_URL: 'https://example.com', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  bench.onClose(async () => void child.kill());
  let printed = '';
  child.stdout.on('data', (text: Buffer) => (printed += text.toString()));
  let peakBytes = 0;
  const ended = once(child, 'close');
  while (child.exitCode === null && child.pid !== undefined) {
    const usage = await readUsage(child.pid).catch(() => undefined);
    peakBytes = Math.max(peakBytes, usage?.residentBytes ?? 0);
    await wait(pollMs);
  }
  await ended;
  if (child.exitCode !== 0) throw new Error(`The export ended with ${child.exitCode}:\n${printed}`);
  bench.log(printed.split('\n', 1)[0] ?? '');
  const after = await readUsage(process.pid);
  return { cpuSeconds: after.cpuSeconds - before.cpuSeconds, peakBytes, printed };
}

function readWritten({ printed }: Run): number {
  return Number(/([\d,]+) files? written/.exec(printed)?.[1]?.replaceAll(',', '') ?? 0);
}
