/** The admin area around its parts: who sees it, the overview, the log, and the question who it is. */
import type { Page } from '@playwright/test';
import { ageSessions } from '../harness/age-sessions.ts';
import { accountMenu, waitForReact } from '../harness/login-page.ts';
import { runAxe } from '../harness/run-axe.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { expect, type StatsSite, test } from '../harness/stats-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

const signIn = (page: Page, site: StatsSite) => signInByApi(page, site, site.owner);

test(
  'the owner goes there by the menu of the account',
  { tag: ['@phone', '@hosted'] },
  async ({ page, statsSite }, info) => {
    const client = await signIn(page, statsSite);
    const noted = await client.rpc('note_admin_action', { action: 'content.save', target: 'posts/a.md' });
    expect(noted.error).toBeNull();
    await page.goto('/about');
    await page.getByRole('link', { name: 'Articles', exact: true }).hover();
    await waitForReact(page);
    await accountMenu(page).click();
    const menu = page.getByRole('banner');
    await menu.getByRole('link', { name: 'Edit this page' }).click();
    await expect(page).toHaveURL(/\/admin\/write\?file=about\.md$/);
    await expect(page.getByRole('heading', { level: 2, name: 'About' })).toBeVisible();
    await accountMenu(page).click();
    await expect(menu.getByRole('link', { name: 'Edit this page' })).toBeHidden();
    await menu.getByRole('link', { name: 'Admin' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Admin' })).toBeVisible();
    await expect(page.getByText(/\d+ pages published/)).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Saved posts/a.md' }).first()).toContainText(
      statsSite.owner.email,
    );
    expect(await runAxe(page)).toEqual([]);
    await takeScreenshots(page, info, 'overview');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await runAxe(page)).toEqual([]);
    const sections = page.getByRole('navigation', { name: 'Admin' });
    await sections.getByRole('link', { name: 'Health' }).click();
    await expect(page.getByText('95 of 100 within')).toBeVisible();
    expect(await runAxe(page)).toEqual([]);
    await takeScreenshots(page, info, 'health');
    await sections.getByRole('link', { name: 'Log' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
    await expect(page.getByText('No page of this area changes or deletes an entry.')).toBeVisible();
    expect(await runAxe(page)).toEqual([]);
  },
);

test('the log goes back as far as it is asked to, also after a failure', async ({
  page,
  statsSite,
  expectMessage,
}) => {
  await statsSite.database.sql`insert into site.admin_log (user_id, email, action, target)
    select gen_random_uuid(), 'earlier@example.com', 'content.save', 'log/' || n from generate_series(1, 60) n`;
  await signIn(page, statsSite);
  await page.goto('/admin/log');
  const entries = page.getByRole('main').getByRole('listitem').filter({ hasText: 'earlier@example.com' });
  const older = page.getByRole('button', { name: 'Show older entries' });
  await expect(entries).toHaveCount(50);
  expectMessage(/ERR_FAILED/);
  await page.route('**/admin/v1/log?*', (route) => route.abort());
  await older.click();
  await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })).toBeVisible();
  await page.unroute('**/admin/v1/log?*');
  await older.click();
  await expect(entries).toHaveCount(60);
  await expect(entries.last()).toContainText('log/1');
});

test('a visitor is asked to sign in, and a reader is told whose it is', async ({ page, statsSite }, info) => {
  await page.goto('/admin/write');
  await expect(page).toHaveURL(/\/login$/);
  await signInByApi(page, statsSite, statsSite.stranger);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/admin/v1')) asked.push(request.url());
  });
  await page.goto('/admin');
  await expect(page.getByText('Only the owner of this site can use this page.')).toBeVisible();
  expect(asked).toEqual([]);
  expect(await runAxe(page)).toEqual([]);
  await takeScreenshots(page, info, 'reader');
});

test(
  'an owner who signed in long ago confirms who it is, and goes on',
  { tag: '@phone' },
  async ({ page, statsSite, expectMessage }, info) => {
    expectMessage(/status of (400|401)/);
    await signIn(page, statsSite);
    await ageSessions(statsSite, '13 hours');
    await page.goto('/admin');
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await expect(dialog).toBeVisible();
    await takeScreenshots(page, info, 'identity');
    expect(await runAxe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByText('Please enter your password.')).toBeVisible();
    await dialog.getByLabel('Password').fill('wrong');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByRole('alert')).toContainText('That is not your current password.');
    await dialog.getByLabel('Password').fill(statsSite.owner.password);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/\d+ pages published/)).toBeVisible();
    // The session before is ended: this browser is in the list of sessions once.
    await page.reload();
    await expect(page.getByText(/\d+ pages published/)).toBeVisible();
  },
);

test('an owner who does not confirm sees why there is nothing, and can try again', async ({
  page,
  statsSite,
  expectMessage,
}) => {
  expectMessage(/status of 401/);
  await signIn(page, statsSite);
  await ageSessions(statsSite, '13 hours');
  await page.goto('/admin');
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alert').filter({ hasText: 'more than 12 hours ago' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toBeVisible();
});
