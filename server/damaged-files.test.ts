/** The site after a power cut: damaged files beside the database that can be created again are created again. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder } from '../tests/harness/database/folders.ts';
import { startSite } from '../tests/harness/start-site.ts';

let made: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  made = await makeFolder();
});
afterAll(() => made.remove());

const start = () => startSite({ env: { DATA_DIR: made.folder, LOG_REQUESTS: 'off' } });
const mayBeEmpty = [
  'mail-page.secret',
  'page-views.secret',
  'postgres.owner.json',
  'postgres/password',
  'postgres/postgresql.conf',
  'postgres/pg_hba.conf',
  'postgres/pg_ident.conf',
  'postgres/reserve',
  'postgres/data/postmaster.pid',
  'postgres/run/.s.PGSQL.5432.lock',
];

it('starts, and the stored data is there', async () => {
  const site = await start();
  const { secretKey } = JSON.parse(await readFile(join(made.folder, 'secrets.json'), 'utf8'));
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  const send = (path: string, body: BodyInit, type: string) =>
    fetch(`${site.url}/storage/v1/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
    });
  const bucket = JSON.stringify({ id: 'kept', name: 'kept' });
  expect((await send('bucket', bucket, 'application/json')).status).toBe(200);
  expect((await send('object/kept/a.txt', 'still here', 'text/plain')).status).toBe(200);
  await site.stop();

  for (const name of mayBeEmpty) await writeFile(join(made.folder, name), '');
  const again = await start();
  expect((await fetch(again.url)).status).toBe(200);
  const file = await fetch(`${again.url}/storage/v1/object/authenticated/kept/a.txt`, { headers });
  expect(await file.text()).toBe('still here');
  for (const name of ['mail-page.secret', 'page-views.secret', 'postgres/password'])
    expect([name, (await stat(join(made.folder, name))).size > 0]).toEqual([name, true]);
  expect(again.output()).toContain('The database has a new password.');
  await again.stop();
});
