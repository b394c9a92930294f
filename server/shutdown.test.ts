import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { closeOnSignals, createShutdown } from './shutdown.ts';

const log = createLog({ write: () => {} });

describe('shutting down', () => {
  it('closes in reverse order, one after the other', async () => {
    const order: string[] = [];
    const shutdown = createShutdown(log);
    for (const name of ['content', 'build', 'http']) {
      shutdown.add(name, async () => {
        order.push(`${name} closes`);
        await wait(5);
        order.push(`${name} closed`);
      });
    }
    expect(await shutdown.close()).toBe(true);
    expect(order).toEqual(
      ['http', 'build', 'content'].flatMap((name) => [`${name} closes`, `${name} closed`]),
    );
  });

  it('closes each part once with repeated calls', async () => {
    let count = 0;
    const shutdown = createShutdown(log);
    shutdown.add('part', () => {
      count += 1;
    });
    await Promise.all([shutdown.close(), shutdown.close()]);
    expect(count).toBe(1);
  });

  it('continues when a part fails, and reports it', async () => {
    const text: string[] = [];
    const shutdown = createShutdown(createLog({ write: (batch) => text.push(batch) }));
    let closed = false;
    shutdown.add('first', () => {
      closed = true;
    });
    shutdown.add('second', () => Promise.reject(new Error('disk full')));
    expect(await shutdown.close()).toBe(false);
    expect(closed).toBe(true);
    expect(text.join('')).toContain('Closing failed: second');
  });

  it('is not ready from the first moment, before anything is closed', async () => {
    let open = true;
    const shutdown = createShutdown(log);
    shutdown.add('http', () => {
      open = false;
    });
    const closed = shutdown.close(20);
    expect([shutdown.isClosing(), open]).toEqual([true, true]);
    await closed;
    expect(open).toBe(false);
  });
});

describe('a signal', () => {
  /** A fake process: receives signals and records exit codes. */
  function openProcess(close: () => Promise<void>, underNpm = false) {
    const signals = new EventEmitter();
    const exits: number[] = [];
    const shutdown = createShutdown(log);
    shutdown.add('part', close);
    const process = {
      ppid: 100,
      on: signals.on.bind(signals),
      exit: (code?: number) => exits.push(code ?? 0),
    } as unknown as NodeJS.Process;
    closeOnSignals({ process, shutdown, underNpm, noticeMs: 0 });
    return { send: (signal: string) => signals.emit(signal, signal), exits, process };
  }

  it.each(['SIGTERM', 'SIGINT'])('%s closes and exits with 0', async (signal) => {
    const { send, exits } = openProcess(async () => {});
    send(signal);
    await expect.poll(() => exits).toEqual([0]);
  });

  it('that npm forwards right after the first is ignored', async () => {
    const { send, exits } = openProcess(() => wait(50));
    send('SIGINT');
    send('SIGINT');
    expect(exits).toEqual([]);
    await expect.poll(() => exits).toEqual([0]);
  });

  it('that follows later ends the process at once', async () => {
    const { send, exits } = openProcess(() => new Promise(() => {}));
    send('SIGINT');
    await wait(250);
    send('SIGINT');
    expect(exits).toEqual([130]);
  });

  it('that only reached the shell of npm is detected by the end of the shell', async () => {
    const { process, exits } = openProcess(async () => {}, true);
    Object.assign(process, { ppid: 1 });
    await expect.poll(() => exits).toEqual([0]);
  });
});
