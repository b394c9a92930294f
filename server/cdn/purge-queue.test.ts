import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../tests/harness/database/folders.ts';
import { repository } from '../../tests/harness/read-tree.ts';
import { createLog } from '../log.ts';
import { openPurgeQueue, type PurgeQueueOptions } from './purge-queue.ts';
import { PurgeError } from './send-purge.ts';

async function makeQueueFile(): Promise<string> {
  const { folder, remove } = await makeFolder();
  onTestFinished(remove);
  return join(folder, 'cdn', '3000.json');
}

function prepare(file: string, changes: Partial<PurgeQueueOptions> = {}) {
  const sent: string[][] = [];
  const logged: string[] = [];
  const log = createLog({ write: (text) => logged.push(text) });
  const options: PurgeQueueOptions = {
    file,
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

const stored = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as { tags: string[]; state?: string };

test('tags are sent in batches, each once, and are in no file afterward', async () => {
  const file = await makeQueueFile();
  const { sent, options } = prepare(file);
  const queue = await openPurgeQueue(options);
  queue.add(['a', 'b', 'c', 'd']);
  queue.add(['a', 'e']);
  await expect.poll(() => sent.flat().sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(Math.max(...sent.map((batch) => batch.length))).toBe(3);
  await expect.poll(() => stored(file).tags).toEqual([]);
  await queue.close();
});

test('a tag is in the file before it is sent, and until it is taken', async () => {
  const file = await makeQueueFile();
  const taken = Promise.withResolvers<void>();
  const seen: string[][] = [];
  const { options } = prepare(file, {
    async send() {
      seen.push(stored(file).tags);
      await taken.promise;
    },
  });
  const queue = await openPurgeQueue(options);
  queue.add(['a']);
  await expect.poll(() => seen).toEqual([['a']]);
  queue.add(['b']);
  await expect.poll(() => stored(file).tags).toEqual(['a', 'b']);
  // Saved again while it is being sent: it is sent once more.
  queue.add(['a']);
  taken.resolve();
  await expect.poll(() => seen).toHaveLength(2);
  await expect.poll(() => stored(file).tags).toEqual([]);
  await queue.close();
});

test('a failure is tried again, and is told to owners and once to the log, with its fix', async () => {
  const file = await makeQueueFile();
  let isDown = true;
  let tries = 0;
  const { sent, logs, options } = prepare(file);
  const send: PurgeQueueOptions['send'] = async (tags, signal) => {
    tries += 1;
    if (isDown) throw new PurgeError('cdn.test answered 403', 'See that CDN_TOKEN is right.');
    await options.send(tags, signal);
  };
  const queue = await openPurgeQueue({ ...options, send });
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
  const file = await makeQueueFile();
  const at: number[] = [];
  const { options } = prepare(file, {
    pauseMs: 20,
    async send() {
      at.push(performance.now());
      throw new PurgeError('busy', 'Wait.', { waitMs: at.length === 1 ? 60 : undefined });
    },
  });
  const queue = await openPurgeQueue(options);
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
  const { sent, options } = prepare(await makeQueueFile());
  const queue = await openPurgeQueue(options);
  queue.add(Array.from({ length: 501 }, (_, index) => `p:${index}`));
  await expect.poll(() => sent).toEqual([['site']]);
  queue.add(['a', 'site', 'b']);
  await expect.poll(() => sent).toEqual([['site'], ['site']]);
  await queue.close();
});

test('what was not sent is sent after the next start', async () => {
  const file = await makeQueueFile();
  const failing = prepare(file, {
    send: () => Promise.reject(new PurgeError('down', 'Wait.')),
    pauseMs: 1000,
  });
  const queue = await openPurgeQueue(failing.options);
  queue.add(['a', 'b']);
  await expect.poll(queue.fault).toBeDefined();
  await queue.setState('one');
  await queue.close();
  const { sent, options } = prepare(file);
  const next = await openPurgeQueue(options);
  expect(next.state).toBe('one');
  await expect.poll(() => sent).toEqual([['a', 'b']]);
  await next.close();
});

test('what was not sent when the process was killed is sent after the next start', async () => {
  const file = await makeQueueFile();
  const script = `
    import { openPurgeQueue } from '${join(repository, 'server/cdn/purge-queue.ts')}';
    const log = { info() {}, warn() {}, error() {} };
    const send = () => { console.log('sending'); return new Promise(() => {}); };
    const queue = await openPurgeQueue({ file: ${JSON.stringify(file)}, log, batch: 1, send });
    queue.add(['a', 'b']);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { sent, options } = prepare(file);
  const queue = await openPurgeQueue(options);
  await expect.poll(() => sent.flat().sort()).toEqual(['a', 'b']);
  await queue.close();
});

test('a file that is damaged counts as a change of everything', async () => {
  const file = await makeQueueFile();
  const first = await openPurgeQueue(prepare(file).options);
  await first.setState('one');
  await first.close();
  writeFileSync(file, '{"tags": [');
  const { sent, options } = prepare(file);
  const queue = await openPurgeQueue(options);
  expect(queue.state).toBeUndefined();
  await expect.poll(() => sent).toEqual([['site']]);
  await queue.close();
});
