import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { createPasswords } from './create-passwords.ts';

test('hash threads have a lower priority than the thread that serves requests', async () => {
  const passwords = createPasswords();
  expect(await passwords.verify(await passwords.hash('secret'), 'secret')).toBe(true);
  // On other systems all threads of a process have one priority.
  if (process.platform !== 'linux') return;
  const threads = readdirSync('/proc/self/task').map(Number);
  const isHashing = (thread: number) =>
    readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === 'libuv-worker';
  const hashing = threads.filter(isHashing);
  expect(hashing.length).toBeGreaterThan(0);
  for (const thread of hashing) expect(getPriority(thread)).toBeGreaterThan(getPriority(process.pid));
});
