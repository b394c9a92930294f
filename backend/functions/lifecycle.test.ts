import { describe, expect, test, vi } from 'vitest';
import { openTestFunctions, startFunctions } from '../../tests/harness/functions/test-functions.ts';

const tellsPid = `Deno.serve(() => Response.json({ pid: Deno.pid }));`;

const functions = startFunctions({
  times: { idleMs: 400 },
  files: {
    'first/index.ts': tellsPid,
    'killed/index.ts': tellsPid,
    'idle/index.ts': `${tellsPid} addEventListener('beforeunload', ({ detail }) => console.log('ends by', detail.reason));`,
    'saved/index.ts': `import { text } from '../_shared/text.ts';
      Deno.serve(async (request) => {
        if (request.url.endsWith('/slow')) {
          console.log('begun with the', text);
          await new Promise((done) => setTimeout(done, 700));
        }
        return new Response(text);
      });`,
    '_shared/text.ts': `export const text = 'old';`,
    'background/index.ts': `Deno.serve(() => {
      EdgeRuntime.waitUntil(new Promise((done) => setTimeout(done, 900)).then(() => console.log('done afterward')));
      return new Response('answered');
    });`,
    'logs/index.ts': `console.log('at the start', { a: [1] });
      Deno.serve((request) => {
        console.info('x'.repeat(20_000));
        console.warn('a warning');
        console.error(new Error('an error'));
        setTimeout(() => console.log('a little later'), 20);
        return new Response(request.headers.get('x-request-id'));
      });`,
    'floods/index.ts': `Deno.serve(() => { for (let line = 0; line < 5000; line += 1) console.log('line', line); return new Response('ok'); });`,
  },
});

async function askPid(name: string): Promise<number> {
  const response = await functions().call(name);
  expect(response.status).toBe(200);
  return (await response.json()).pid;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('the process of a function', () => {
  test('is one for 100 first requests at the same time', async () => {
    const pids = await Promise.all(Array.from({ length: 100 }, () => askPid('first')));
    expect(new Set(pids).size).toBe(1);
  });

  test('ends when it has been idle, and is told so', async () => {
    const pid = await askPid('idle');
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 40_000);
    expect(functions().logged()).toContain('idle: ends by early_drop');
    expect(await askPid('idle')).not.toBe(pid);
  });

  test('that was killed is replaced with the next request', async () => {
    const pid = await askPid('killed');
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 40_000);
    expect(await askPid('killed')).not.toBe(pid);
  });

  test('finishes its requests with the old code, while the next one has what was saved', async () => {
    const read = async (path: string) => (await functions().call(path)).text();
    expect(await read('saved')).toBe('old');
    const slow = read('saved/slow');
    await vi.waitFor(() => expect(functions().logged()).toContain('begun with the old'), 40_000);
    await functions().write('_shared/text.ts', `export const text = 'new';`);
    expect(await read('saved')).toBe('new');
    expect(await slow).toBe('old');
  });

  test('goes on until its background work is done', async () => {
    expect(await (await functions().call('background')).text()).toBe('answered');
    await vi.waitFor(() => expect(functions().logged()).toContain('background: done afterward'), 40_000);
  });

  test('is one for each request with the policy "oneshot"', async () => {
    const site = await openTestFunctions({
      toml: '[edge_runtime]\npolicy = "oneshot"',
      files: { 'first/index.ts': tellsPid },
    });
    const ask = async () => (await (await site.call('first')).json()).pid;
    const pids = [await ask(), await ask()];
    expect(pids[0]).not.toBe(pids[1]);
    await site.close();
    await vi.waitFor(() => expect(pids.map(isRunning)).toEqual([false, false]), 40_000);
  });

  test('ends with the site, in the middle of its background work too', async () => {
    const site = await openTestFunctions({
      files: {
        'waits/index.ts': `
          addEventListener('beforeunload', ({ detail }) => console.log('ends by', detail.reason));
          EdgeRuntime.waitUntil(new Promise(() => {}));
          Deno.serve(() => Response.json(Deno.pid));`,
      },
    });
    const pid = await (await site.call('waits')).json();
    await site.close();
    expect(isRunning(pid)).toBe(false);
    expect(site.logged()).toContain('waits: ends by termination');
  });

  test('is not started where functions are turned off', async () => {
    const site = await openTestFunctions({
      toml: '[edge_runtime]\nenabled = false',
      files: { 'first/index.ts': tellsPid },
    });
    expect((await site.call('first')).status).toBe(404);
    await site.close();
  });
});

describe('the log has', () => {
  test('what a function writes, by its name and by the id of the request', async () => {
    const response = await functions().call('logs', {
      headers: { authorization: `Bearer ${functions().secrets.anonKey}` },
    });
    const requestId = await response.text();
    expect(requestId).not.toBe('');
    const lines = () => functions().log.filter((entry) => entry.function === 'logs');
    await vi.waitFor(() => expect(lines()).toHaveLength(5), 40_000);
    expect(lines()).toEqual([
      { level: 'info', message: 'logs: at the start { a: [ 1 ] }', function: 'logs' },
      { level: 'info', message: expect.stringMatching(/^logs: x{10000}$/), function: 'logs', requestId },
      { level: 'warn', message: 'logs: a warning', function: 'logs', requestId },
      {
        level: 'error',
        message: expect.stringMatching(
          /^logs: Error: an error\n +at .*supabase\/functions\/logs\/index\.ts:5/,
        ),
        function: 'logs',
        requestId,
      },
      { level: 'info', message: 'logs: a little later', function: 'logs', requestId },
    ]);
  });

  test('a hundred lines of one that writes without end', async () => {
    expect(await (await functions().call('floods')).text()).toBe('ok');
    await vi.waitFor(
      () =>
        expect(functions().logged()).toContain('floods: more than 100 lines in 10 s; the rest is not logged'),
      40_000,
    );
    expect(functions().log.filter(({ message }) => message.startsWith('floods: line'))).toHaveLength(100);
  });
});
