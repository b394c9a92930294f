/** The disk was full when the site started: data can be read, and writing begins when there is space. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder } from '../tests/harness/database/folders.ts';
import { createLog } from './log.ts';
import { openEmbeddedBackend } from './open-embedded-backend.ts';
import { readSettings } from './settings.ts';

let made: Awaited<ReturnType<typeof makeFolder>>;
let free = 1e12;
const lines: { level: string; message: string }[] = [];
const log = createLog({
  write: (text) => {
    for (const line of text.trim().split('\n')) lines.push(JSON.parse(line));
  },
});

beforeAll(async () => {
  made = await makeFolder();
});
afterAll(() => made.remove());

function open(settings: Record<string, string> = {}) {
  const environment = { DATA_DIR: made.folder, SITE_URL: 'http://localhost:4567', ...settings };
  return openEmbeddedBackend(readSettings(environment), environment, log, {
    readFreeBytes: async () => free,
  });
}

it('reads and reports it once; writes when there is space, including the writes of the start', async () => {
  await (await open()).close();
  const { secretKey } = JSON.parse(await readFile(join(made.folder, 'secrets.json'), 'utf8'));
  const config = join(made.folder, 'config.toml');
  await writeFile(config, '[storage.buckets.later]\npublic = true\n');
  free = 1e6;
  log.flush();
  lines.length = 0;

  const backend = await open({ SUPABASE_CONFIG: config });
  const request = async (path: string, body?: object) => {
    const headers = {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
    };
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    return (await backend.fetch(new Request(`http://localhost:4567${path}`, { headers, ...sent }))).status;
  };
  const signUp = () => request('/auth/v1/admin/users', { email: 'one@example.com' });
  expect(await request('/rest/v1/name_lists?select=id')).toBe(200);
  expect(await request('/storage/v1/bucket')).toBe(200);
  expect(await request('/storage/v1/bucket/later')).toBe(400);
  log.flush();
  expect(lines.filter(({ level }) => level !== 'info').map(({ message }) => message)).toEqual([
    `${made.folder} is nearly full: nothing is written until there is more space.`,
  ]);
  expect(await signUp()).toBe(507);

  free = 1e12;
  await expect.poll(signUp).toBe(200);
  await expect.poll(() => request('/storage/v1/bucket/later')).toBe(200);
  await backend.close();
});
