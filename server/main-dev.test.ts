import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../tests/harness/read-tree.ts';
import { prepareSiteProcesses } from '../tests/harness/site-processes.ts';

const processes = prepareSiteProcesses();

test('in development the sources of pages are served, and no other file', async () => {
  const site = processes.start({}, ['node', 'porchlight.js', 'dev']);
  const { url } = await site.address();
  expect(await (await fetch(url)).text()).toContain('/app/boot.ts');
  const statusOf = async (path: string) => (await fetch(url + path)).status;
  const font = 'node_modules/@fontsource-variable/literata/files/literata-latin-wght-normal.woff2';
  for (const path of ['/app/entry.browser.tsx', '/app/styles/site.css', `/@fs/${repository}/${font}`])
    expect([path, await statusOf(path)]).toEqual([path, 200]);
  const secrets = join(processes.folder, 'data', 'secrets.json');
  for (const path of [
    `/@fs${secrets}`,
    '/package.json',
    `/@fs${repository}/main.ts`,
    '/supabase/config.toml',
  ])
    expect([path, await statusOf(path)]).toEqual([path, 403]);
});
