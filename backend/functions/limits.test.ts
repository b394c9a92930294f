import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startFunctions } from '../../tests/harness/functions/test-functions.ts';

const functions = startFunctions({
  times: { cpuMs: 500, memoryBytes: 150 * 1_048_576, responseMs: 10_000, wallMs: 60_000, idleMs: 60_000 },
  files: {
    'greedy/index.ts': `
      const kept = [];
      Deno.serve(async (request) => {
        const { pathname } = new URL(request.url);
        if (pathname.endsWith('/loop')) for (;;);
        if (pathname.endsWith('/arrays')) for (;;) { kept.push(new Uint8Array(10_000_000).fill(1)); await new Promise((done) => setTimeout(done, 5)); }
        if (pathname.endsWith('/heap')) for (;;) kept.push({ text: 'x' + kept.length });
        if (pathname.endsWith('/never')) await new Promise(() => {});
        if (pathname.endsWith('/slow')) await new Promise((done) => setTimeout(done, 5_000));
        if (pathname.endsWith('/late')) setTimeout(() => { throw new Error('thrown late'); }, 100);
        if (pathname.endsWith('/exit')) Deno.exit(3);
        if (pathname.endsWith('/throw')) throw new Error('thrown by the handler');
        if (pathname.endsWith('/busy')) { const end = Date.now() + 200; while (Date.now() < end); }
        return Response.json({ pid: Deno.pid });
      });`,
    'polite/index.ts': `Deno.serve(() => Response.json({ pid: Deno.pid }));`,
  },
});

async function ask(path: string): Promise<[number, Record<string, unknown>]> {
  const response = await functions().call(path);
  const text = await response.text();
  return [response.status, text.startsWith('{') ? JSON.parse(text) : { text }];
}

const limit = {
  code: 'WORKER_LIMIT',
  message: 'Worker failed to respond due to a resource limit (please check logs)',
};

describe('a function that takes too much', () => {
  test.each([
    ['loop', '0.5 s of CPU time'],
    ['arrays', 'more than 150 MB of memory'],
  ])('by /%s is ended, and only that one', async (path, logged) => {
    const [, { pid: polite }] = await ask('polite');
    const [, { pid: first }] = await ask('greedy');
    expect(await ask(`greedy/${path}`)).toEqual([546, limit]);
    expect(functions().logged()).toContain(`greedy: ended, because it used ${logged}`);
    const [status, { pid: second }] = await ask('greedy');
    expect(status).toBe(200);
    expect(second).not.toBe(first);
    expect((await ask('polite'))[1]).toEqual({ pid: polite });
  });

  test('by its heap is ended: what Deno says is in the log', async () => {
    const [status] = await ask('greedy/heap');
    expect([500, 546]).toContain(status);
    expect((await ask('greedy'))[0]).toBe(200);
  });

  test('and pauses in between is not', async () => {
    const [, { pid }] = await ask('greedy');
    for (let call = 0; call < 6; call += 1) expect(await ask('greedy/busy')).toEqual([200, { pid }]);
  });

  test('costs other requests to it, which get the same answer', async () => {
    const [slow, loop] = await Promise.all([
      ask('greedy/slow'),
      setTimeout(50).then(() => ask('greedy/loop')),
    ]);
    expect([slow, loop]).toEqual([
      [546, limit],
      [546, limit],
    ]);
  });
});

describe('a function that', () => {
  test('does not answer gets 504', async () => {
    expect(await ask('greedy/never')).toEqual([504, expect.objectContaining({ code: 'IDLE_TIMEOUT' })]);
  });

  test('throws answers 500, and the log has file and line', async () => {
    const [status] = await ask('greedy/throw');
    expect(status).toBe(500);
    expect(functions().logged()).toMatch(
      /greedy: .*Error: thrown by the handler[\s\S]*supabase\/functions\/greedy\/index\.ts:12/,
    );
  });

  test('ends costs its requests, and the next one has a new process', async () => {
    const failed = { code: 'WORKER_ERROR', message: 'Function exited due to an error (please check logs)' };
    expect(await ask('greedy/exit')).toEqual([500, failed]);
    expect((await ask('greedy'))[0]).toBe(200);
    const [first] = await Promise.all([ask('greedy/slow'), ask('greedy/late')]);
    expect(first).toEqual([500, failed]);
    expect(functions().logged()).toMatch(/greedy: .*Error: thrown late[\s\S]*greedy\/index\.ts:10/);
    expect((await ask('greedy'))[0]).toBe(200);
  });
});
