/** The form for messages is there where its function is. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../tests/harness/read-tree.ts';
import { prepareSiteProcesses } from '../tests/harness/site-processes.ts';

const processes = prepareSiteProcesses();
const off = 'The contact form is turned off at the moment.';

test.each([
  ['the function', '', 'action="/functions/v1/contact"'],
  ['the function switched off', '[functions.contact]\nenabled = false', off],
  ['all functions switched off', '[edge_runtime]\nenabled = false', off],
  ['no function', undefined, off],
])('with %s', async (_, toml, shown) => {
  const folder = join(processes.folder, toml === undefined ? 'without' : 'with');
  await mkdir(folder, { recursive: true });
  if (toml !== undefined)
    await cp(join(repository, 'supabase/functions'), join(folder, 'functions'), { recursive: true });
  await writeFile(join(folder, 'config.toml'), toml ?? '');
  await writeFile(join(processes.folder, 'content/write.md'), '# Write\n\n::contact-form\n');
  const site = processes.start({ SUPABASE_CONFIG: join(folder, 'config.toml') });
  const { url } = await site.address();
  expect(await (await fetch(`${url}/write`)).text()).toContain(shown);
  site.child.kill('SIGTERM');
  expect(await site.exit).toBe(0);
});

test('with a hosted project, it is sent there', async () => {
  await writeFile(join(processes.folder, 'content/write.md'), '# Write\n\n::contact-form\n');
  const hosted = { SUPABASE_URL: 'https://a.supabase.test', SUPABASE_KEY: 'sb_publishable_x' };
  const site = processes.start(hosted);
  const { url } = await site.address();
  const page = await fetch(`${url}/write`);
  expect(page.headers.get('content-security-policy')).toContain(
    "form-action 'self' https://a.supabase.test;",
  );
  expect(await page.text()).toContain('action="https://a.supabase.test/functions/v1/contact"');
  site.child.kill('SIGTERM');
  expect(await site.exit).toBe(0);
});
