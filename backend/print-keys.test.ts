import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder } from '../tests/harness/database/folders.ts';

let folder: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ folder, remove } = await makeFolder());
});
afterAll(() => remove());

/** `npm run keys`, on a machine where nothing else is set. */
function printKeys(settings: Record<string, string>) {
  const { PATH, HOME } = process.env;
  return promisify(execFile)(process.execPath, [join(import.meta.dirname, 'print-keys.ts')], {
    env: { PATH, HOME, DATA_DIR: folder, SUPABASE_CONFIG: join(folder, 'config.toml'), ...settings },
  });
}

it.each([
  [{}, 'http://localhost:3000'],
  [{ PORT: '8080' }, 'http://localhost:8080'],
  [{ PORT: '8080', SITE_URL: 'https://example.com/' }, 'https://example.com'],
])('with %j the address is that of the site, %s', async (settings, address) => {
  const { stdout } = await printKeys(settings as unknown as Record<string, string>);
  const lines = stdout.trim().split('\n');
  expect(lines[0]).toBe(`API_URL="${address}"`);
  expect(lines.filter((line) => !/^[A-Z_]+=".*"$/.test(line))).toEqual([]);
});

it('an error is printed as one sentence', async () => {
  await expect(printKeys({ TRUST_PROXY: 'nginx' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^1 setting needs attention: TRUST_PROXY must be .*, got "nginx"\n$/),
  });
});
