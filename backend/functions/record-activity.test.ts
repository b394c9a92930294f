import { expect, test } from 'vitest';
import type { LogEntry } from '../../database/log.ts';
import type { CallableFunction } from './create-functions.ts';
import { createActivityRecorder } from './record-activity.ts';

const callable = (send: CallableFunction['send']): CallableFunction => ({
  verifyJwt: true,
  send,
  take: () => {
    throw new Error('no socket here');
  },
});
const call = (found: CallableFunction | undefined) =>
  found?.send(new Request('http://site.test/'), { path: '/', headers: {} });

test('calls are counted, and a fault or no response is an error', async () => {
  const recorder = createActivityRecorder(() => {});
  expect(recorder.follow('none', undefined)).toBeUndefined();
  expect(recorder.read('hello')).toEqual({ calls: 0, errors: 0, lastCall: null, lines: [] });
  await call(
    recorder.follow(
      'hello',
      callable(async () => new Response('hi', { status: 404 })),
    ),
  );
  await call(
    recorder.follow(
      'hello',
      callable(async () => new Response('', { status: 500 })),
    ),
  );
  const lost = call(
    recorder.follow(
      'hello',
      callable(() => Promise.reject(new Error('it ended'))),
    ),
  );
  await expect(lost).rejects.toThrow('it ended');
  expect(recorder.read('hello')).toMatchObject({ calls: 3, errors: 2, lastCall: expect.any(String) });
});

test('the latest fifty lines of a function are kept, and all go to the log', () => {
  const logged: LogEntry[] = [];
  const recorder = createActivityRecorder((entry) => logged.push(entry));
  recorder.log({ level: 'info', message: 'of the site' });
  for (let line = 0; line < 60; line += 1)
    recorder.log({ level: 'info', message: `hello: line ${line} ${'x'.repeat(1000)}`, function: 'hello' });
  expect(logged).toHaveLength(61);
  const { lines } = recorder.read('hello');
  expect(lines).toHaveLength(50);
  expect(lines[0]?.text).toMatch(/^line 10 x+$/);
  expect(lines.every(({ text }) => text.length === 500)).toBe(true);
});
