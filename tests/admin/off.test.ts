/** The setting ADMIN=off. */
import { expect, test } from 'vitest';
import { type OpenAdminOptions, openAdmin } from '../../server/admin/open-admin.ts';
import { openTestPages } from '../harness/server/test-pages.ts';

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
