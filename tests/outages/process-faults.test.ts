/** Both programs, with an error that no code has caught. */
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../harness/database/folders.ts';
import { findTestPort } from '../harness/find-test-port.ts';
import { startBackend } from '../harness/start-backend.ts';
import { startSite } from '../harness/start-site.ts';

const faults = `
  process.on('SIGUSR2', () => { Promise.reject(new Error('a promise of a test')) });
  process.on('SIGHUP', () => { throw new Error('an exception of a test') });`;
const withFaults = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(faults)}` };

test.each(['backend', 'site'])('%s: a rejection is logged, an exception closes it in order', async (kind) => {
  const { folder, remove } = await makeFolder();
  const port = await findTestPort();
  const env = { ...withFaults, DATA_DIR: folder, PORT: String(port) };
  const started = kind === 'site' ? await startSite({ env }) : await startBackend(port, env);
  const ended = once(started.process, 'exit');

  started.process.kill('SIGUSR2');
  await expect
    .poll(started.output)
    .toMatch(/was not handled; the process continues.*a promise of a test.*at /s);
  expect((await fetch(`http://127.0.0.1:${port}/auth/v1/health`)).status).toBe(200);

  started.process.kill('SIGHUP');
  expect(await ended).toEqual([1, null]);
  expect(started.output()).toMatch(/was not caught; the process closes.*an exception of a test/s);
  // Its Postgres was stopped too.
  await expect(access(join(folder, 'postgres', 'data', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  await remove();
});
