/** The index survives kill -9 in the middle of the indexing: the next start finishes it, with the same results. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { openTestSearch } from '../harness/markdown/test-search.ts';

const count = 600;
const files = Object.fromEntries(
  Array.from({ length: count }, (_, index) => [
    `posts/${index}.md`,
    `---\ntitle: Page ${index}\n---\n\nA walnut number${index}.\n`,
  ]),
);

test('kill -9 while pages are indexed loses no page', async () => {
  const whole = await openTestSearch(files);
  const { folder } = whole;
  const cacheFolder = join(folder, '..', 'killed-cache');
  for (const atLeast of [1, 200, 400]) {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'index-in-child.ts'), folder, cacheFolder],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const ended = once(child, 'exit');
    for await (const line of createInterface(child.stdout)) {
      if (Number(line) >= atLeast) child.kill('SIGKILL');
    }
    await ended;
    expect(child.signalCode).toBe('SIGKILL');
  }
  const after = await openTestSearch({}, { folder, cacheFolder });
  expect(after.ask('walnut').total).toBe(count);
  for (const index of [0, 17, 599]) {
    const { results } = after.ask(`number${index}`);
    expect(results).toEqual(whole.ask(`number${index}`).results);
  }
  expect(after.log).toEqual([]);
});
