import { expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { openPurgeQueue, type PurgeQueueOptions } from './purge-queue.ts';
import { PurgeError } from './send-purge.ts';

function prepare(changes: Partial<PurgeQueueOptions> = {}) {
  const sent: string[][] = [];
  const logged: string[] = [];
  const log = createLog({ write: (text) => logged.push(text) });
  const options: PurgeQueueOptions = {
    log,
    batch: 3,
    pauseMs: 1,
    send: async (tags) => void sent.push([...tags]),
    ...changes,
  };
  const logs = () => {
    log.flush();
    return logged.join('');
  };
  return { sent, logs, options };
}

test('tags are sent in batches, each once', async () => {
  const { sent, options } = prepare();
  const queue = openPurgeQueue(options);
  queue.add(['a', 'b', 'c', 'd']);
  queue.add(['a', 'e']);
  await expect.poll(() => sent.flat().sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(Math.max(...sent.map((batch) => batch.length))).toBe(3);
  await queue.close();
});

test('a tag that is added while it is being sent is sent once more', async () => {
  const taken = Promise.withResolvers<void>();
  const sent: (readonly string[])[] = [];
  const { options } = prepare({
    async send(tags) {
      sent.push(tags);
      await taken.promise;
    },
  });
  const queue = openPurgeQueue(options);
  queue.add(['a']);
  await expect.poll(() => sent).toEqual([['a']]);
  queue.add(['b', 'a']);
  taken.resolve();
  await expect.poll(() => sent).toEqual([['a'], ['b', 'a']]);
  await queue.close();
});

test('a failure is tried again, and is told to owners and once to the log, with its fix', async () => {
  let isDown = true;
  let tries = 0;
  const { sent, logs, options } = prepare();
  const send: PurgeQueueOptions['send'] = async (tags, signal) => {
    tries += 1;
    if (isDown) throw new PurgeError('cdn.test answered 403', 'See that CDN_TOKEN is right.');
    await options.send(tags, signal);
  };
  const queue = openPurgeQueue({ ...options, send });
  expect(queue.fault()).toBeUndefined();
  queue.add(['a', 'b']);
  await expect.poll(() => tries).toBeGreaterThan(2);
  expect(queue.fault()).toMatch(
    /not replaced in the CDN: cdn\.test answered 403\. See that CDN_TOKEN is right\./,
  );
  expect(logs().trim().split('\n')).toHaveLength(1);
  isDown = false;
  await expect.poll(() => sent).toEqual([['a', 'b']]);
  await expect.poll(queue.fault).toBeUndefined();
  expect(logs()).toContain('The CDN takes purges again.');
  await queue.close();
});

test('pauses grow, and are as long as the service asks for', async () => {
  const at: number[] = [];
  const { options } = prepare({
    pauseMs: 20,
    async send() {
      at.push(performance.now());
      throw new PurgeError('busy', 'Wait.', { waitMs: at.length === 1 ? 60 : undefined });
    },
  });
  const queue = openPurgeQueue(options);
  queue.add(['a']);
  await expect.poll(() => at.length).toBeGreaterThan(3);
  await queue.close();
  const [first = 0, second = 0, third = 0, fourth = 0] = at;
  // A timer is never early by more than a millisecond.
  expect(second - first).toBeGreaterThanOrEqual(59);
  expect(third - second).toBeGreaterThanOrEqual(39);
  expect(fourth - third).toBeGreaterThanOrEqual(79);
});

test('very many tags, and any beside "site", are sent as "site"', async () => {
  const { sent, options } = prepare();
  const queue = openPurgeQueue(options);
  queue.add(Array.from({ length: 501 }, (_, index) => `p:${index}`));
  await expect.poll(() => sent).toEqual([['site']]);
  queue.add(['a', 'site', 'b']);
  await expect.poll(() => sent).toEqual([['site'], ['site']]);
  await queue.close();
});
