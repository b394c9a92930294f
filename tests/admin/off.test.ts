/** The setting ADMIN=off. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findRunningTarget } from '../../database/embedded/owner-target.ts';
import { openPool } from '../../database/pool.ts';
import { type OpenAdminOptions, openAdmin } from '../../server/admin/open-admin.ts';
import { openTestPages } from '../harness/server/test-pages.ts';
import { prepareSiteProcesses } from '../harness/site-processes.ts';

const processes = prepareSiteProcesses();

test('with the admin area its pages are there, and are not for search engines', async () => {
  const { get } = await openTestPages({});
  for (const path of ['/admin', '/admin/write', '/admin/people', '/admin/log']) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 200]);
    const html = await response.text();
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).not.toContain('data-view=');
  }
  expect((await get('/admin/nothing')).status).toBe(404);
  expect(await (await get('/')).text()).not.toContain('data-no-admin');
});

test('ADMIN=off removes pages, API and the link to them', async () => {
  const { get } = await openTestPages({}, { pages: { backend: { key: 'key', hasAdmin: false } } });
  for (const path of ['/admin', '/admin/write', '/admin/v1/overview'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  expect(await (await get('/')).text()).toContain('data-no-admin');
  expect(openAdmin({ admin: false } as OpenAdminOptions)).toBeUndefined();
});

/** As a start does for the addresses in site.config.ts. */
async function makeOwner(email: string): Promise<void> {
  const target = await findRunningTarget(join(processes.folder, 'data'));
  if (target === undefined) throw new Error('The database of the site does not run.');
  const { sql, end } = openPool(target, () => {});
  await sql`select site.set_owners(${[email]})`;
  await end();
}

test('ADMIN=off closes the functions and files of the database too, past the API', async () => {
  const secret = 'sb_secret_0123456789abcdef0123456789abcdef';
  const owner = { email: 'owner@example.com', password: 'a long password for the owner 7' };

  async function askAsOwner(setting: string) {
    const site = processes.start({ ADMIN: setting, SECRET_KEY: secret });
    const { url } = await site.address();
    const json = { 'content-type': 'application/json' };
    const withKey = { apikey: secret, authorization: `Bearer ${secret}`, ...json };
    const send = (path: string, headers: Record<string, string>, body: object) =>
      fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    await send('/auth/v1/admin/users', withKey, { ...owner, email_confirm: true });
    await makeOwner(owner.email);
    await send('/storage/v1/bucket', withKey, { id: 'private', name: 'private', public: false });
    const signedIn = await send('/auth/v1/token?grant_type=password', { apikey: secret, ...json }, owner);
    const { access_token: token } = await signedIn.json();
    const asOwner = { authorization: `Bearer ${token}`, 'x-admin': 'files', ...json };
    const session = await send('/rest/v1/rpc/admin_session', asOwner, {});
    const buckets = await fetch(`${url}/storage/v1/bucket`, { headers: asOwner });
    const found = [
      session.status,
      (await session.json()).message,
      JSON.stringify(await buckets.json()).includes('"private"'),
    ];
    site.child.kill('SIGTERM');
    expect(await site.exit).toBe(0);
    return found;
  }

  expect(await askAsOwner('off')).toEqual([403, 'The admin area is switched off.', false]);
  expect(await askAsOwner('on')).toEqual([200, undefined, true]);
});
