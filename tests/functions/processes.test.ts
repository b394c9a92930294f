/** Functions of a backend that is a process of its own: what it leaves behind, and how much memory it takes. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { get, request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { startProject } from '../harness/functions/start-project.ts';

const patience = { timeout: 40_000, interval: 50 };

const open = (name: string) => `[functions.${name}]\nverify_jwt = false\n`;

function isRunning(pid: number): boolean {
  // A process that has ended and was not collected is no longer running.
  const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '';
  return stat !== '' && !/\) Z /.test(stat);
}

test('kill -9 of the site ends its functions, even one in an endless loop', async () => {
  const site = await startProject({
    'config.toml': open('calm') + open('loop'),
    'functions/calm/index.ts': 'Deno.serve(() => Response.json(Deno.pid));',
    'functions/loop/index.ts': `Deno.serve((request) => {
      if (request.url.endsWith('/forever')) for (;;);
      return Response.json(Deno.pid);
    });`,
  });
  const pids: number[] = [];
  for (const name of ['calm', 'loop'])
    pids.push(await (await fetch(`${site.url}/functions/v1/${name}`)).json());
  fetch(`${site.url}/functions/v1/loop/forever`).catch(() => {});
  expect(pids.map(isRunning)).toEqual([true, true]);
  site.backend.process.kill('SIGKILL');
  await vi.waitFor(() => expect(pids.map(isRunning)).toEqual([false, false]), patience);
  await site.backend.stop();
  await site.remove();
});

function memoryOf(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
}

// Node collects the buffers of a stream when 64 MB of them are waiting; bare node:http grows by 130 MB here.
test('a gigabyte is streamed each way with less than 64 MB of memory', async () => {
  const site = await startProject({
    'config.toml': open('large'),
    'functions/large/index.ts': `
      const piece = new Uint8Array(65_536);
      Deno.serve(async (request) => {
        let rest = Number(new URL(request.url).searchParams.get('bytes'));
        if (rest) return new Response(new ReadableStream({
          pull(to) { if (rest <= 0) to.close(); else { to.enqueue(piece); rest -= piece.length; } },
        }));
        if (request.body === null) return Response.json(Deno.pid);
        let bytes = 0;
        for await (const chunk of request.body) bytes += chunk.length;
        return Response.json(bytes);
      });`,
  });
  expect(await readdir(join(site.folder, 'data')), 'before the first call').not.toContain('functions');
  const { pid } = site.backend.process;
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid));
  }, 20);
  const download = async (bytes: number) => {
    const [response] = await once(get(`${site.url}/functions/v1/large?bytes=${bytes}`), 'response');
    let received = 0;
    for await (const chunk of response) received += chunk.length;
    return received;
  };
  const upload = async (bytes: number) => {
    const piece = new Uint8Array(65_536);
    const outgoing = request(`${site.url}/functions/v1/large`, { method: 'POST' });
    const answered = once(outgoing, 'response');
    for (let sent = 0; sent < bytes; sent += piece.length)
      if (!outgoing.write(piece)) await once(outgoing, 'drain');
    outgoing.end();
    const [response] = await answered;
    return json(response);
  };
  const gigabyte = 2 ** 30;
  // The first hundred megabytes are what the process needs for any transfer.
  await download(100 * 2 ** 20);
  await upload(100 * 2 ** 20);
  const before = peak;
  expect([await download(gigabyte), await upload(gigabyte)]).toEqual([gigabyte, gigabyte]);
  clearInterval(timer);
  expect((peak - before) / 2 ** 20).toBeLessThan(64);
  const worker = await (await fetch(`${site.url}/functions/v1/large`)).json();
  await site.backend.stop();
  expect(isRunning(worker), 'after the site has stopped').toBe(false);
  await site.remove();
});
