import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openSocketFolder } from './socket-folder.ts';

async function openIn(folder: string): Promise<string> {
  const unused = { modules: '', snapshots: '', deno: '', runtime: '' };
  const opened = await openSocketFolder({ folder, runAs: undefined, ...unused });
  await opened.remove();
  return opened.path;
}

test('sockets are beside the code', async () => {
  const folder = await mkdtemp('/tmp/porchlight-sockets-');
  expect(await openIn(folder)).toBe(join(folder, 'run'));
  await rm(folder, { recursive: true });
});

test.each([
  ['a path is too long for a socket', `/tmp/${'long'.repeat(25)}`],
  ['Deno opens no socket, in memory', '/dev/shm/data'],
])('sockets are in a folder of their own where %s', async (_, folder) => {
  const path = await openIn(folder);
  expect(path).not.toContain('/dev/');
  expect(basename(path)).toMatch(/^porchlight-functions-/);
});
