/** The menu of the account in the header of every page. */
import type { Page } from '@playwright/test';
import { holdRequests } from '../../harness/hold-requests.ts';
import {
  accountMenu,
  expectSignedIn,
  expectSignedOut,
  openAccount,
  sessionCookies,
  waitForReact,
} from '../../harness/login-page.ts';
import { watchRequests } from '../../harness/react-page.ts';
import { runAxeInBothThemes } from '../../harness/run-axe.ts';
import { signInByApi } from '../../harness/sign-in-by-api.ts';
import { expect, test } from '../../harness/sign-in-site.ts';

const header = (page: Page) => page.getByRole('banner');
const settings = (page: Page) => header(page).getByRole('link', { name: 'Account settings' });
const signOut = (page: Page) => header(page).getByRole('button', { name: 'Sign out' });

async function openMenu(page: Page): Promise<void> {
  await accountMenu(page).click();
  await waitForReact(page);
  await expect(settings(page)).toBeVisible();
}

test(
  'names the account and leads to it, without the client of the backend',
  { tag: '@phone' },
  async ({ page, signInSite }) => {
    const person = await signInSite.createPerson();
    await signInByApi(page, signInSite, person);
    const clients = watchRequests(page, /\/assets\/supabase-/);
    await page.goto('/about');
    await openMenu(page);
    await expect(header(page).getByText(person.email)).toBeVisible();
    await expect(header(page).getByRole('link', { name: 'Stats' })).toHaveCount(0);
    for (const item of [settings(page), signOut(page)]) await expect(item).toBeInViewport({ ratio: 1 });
    expect(await runAxeInBothThemes(page)).toEqual([]);
    expect(clients).toEqual([]);
    await settings(page).click();
    await expect(page).toHaveURL(/\/account$/);
    await expect(settings(page)).toBeHidden();
  },
);

test('shows the name, also one that was changed a moment ago', async ({ page, signInSite }) => {
  await openAccount(page, signInSite);
  await page.getByRole('button', { name: 'Add name' }).click();
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible();
  await openMenu(page);
  await expect(header(page).getByText('Signed in as Ada Lovelace')).toBeVisible();
});

test('is used by keyboard: Escape returns the focus, and Tab leads through it and closes it', async ({
  page,
  signInSite,
}) => {
  await signInByApi(page, signInSite, await signInSite.createPerson());
  await page.goto('/about');
  await accountMenu(page).focus();
  await waitForReact(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(settings(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeHidden();
  await expect(accountMenu(page)).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(signOut(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(header(page).getByRole('button', { name: /^Theme/ })).toBeFocused();
  await expect(settings(page)).toBeHidden();
});

test('closes when the pointer goes elsewhere', { tag: '@phone' }, async ({ page, signInSite }) => {
  await signInByApi(page, signInSite, await signInSite.createPerson());
  await page.goto('/about');
  await openMenu(page);
  await page.getByRole('contentinfo').click();
  await expect(settings(page)).toBeHidden();
});

test.describe('before React', () => {
  test('leads to the account', { tag: '@phone' }, async ({ page, signInSite }) => {
    await signInByApi(page, signInSite, await signInSite.createPerson());
    const scripts = await holdRequests(page, /\/assets\/.*\.js$/);
    await page.goto('/about', { waitUntil: 'commit' });
    await accountMenu(page).click();
    await settings(page).click();
    scripts.release();
    await expect(page).toHaveURL(/\/account$/);
    await expectSignedIn(page);
  });

  test('stays open, and signs out once React is there', async ({ page, signInSite }) => {
    const person = await signInSite.createPerson();
    await signInByApi(page, signInSite, person);
    const scripts = await holdRequests(page, /\/assets\/.*\.js$/);
    await page.goto('/about', { waitUntil: 'commit' });
    await accountMenu(page).click();
    await expect(settings(page)).toBeVisible();
    scripts.release();
    await waitForReact(page);
    await expect(header(page).getByText(person.email)).toBeVisible();
    await page.reload({ waitUntil: 'commit' });
    const again = await holdRequests(page, /\/assets\/.*\.js$/);
    await page.goto('/about', { waitUntil: 'commit' });
    await accountMenu(page).click();
    await signOut(page).click();
    again.release();
    await expectSignedOut(page);
  });
});

test.describe('signing out', () => {
  test('on an open page stays there', { tag: ['@phone', '@hosted'] }, async ({ page, signInSite }) => {
    await signInByApi(page, signInSite, await signInSite.createPerson());
    await page.goto('/about');
    await openMenu(page);
    await signOut(page).click();
    await expectSignedOut(page);
    await expect(header(page).getByRole('link', { name: 'Sign in' })).toBeFocused();
    await expect(page).toHaveURL(/\/about$/);
    expect(await sessionCookies(page)).toEqual([]);
    await expect(settings(page)).toBeHidden();
  });

  test('on a guarded page leads to the front page', async ({ page, signInSite }) => {
    await openAccount(page, signInSite);
    await openMenu(page);
    await signOut(page).click();
    await expect(page).toHaveURL(`${signInSite.url}/`);
    await expectSignedOut(page);
  });
});

test(
  'nothing in the header moves when a visitor signs in',
  { tag: '@phone' },
  async ({ page, signInSite }) => {
    const boxes = async () => {
      await page.goto('/about');
      const others = header(page).locator('a:not(.sign-in-link, .account-menu a), .theme-switch');
      return others.evaluateAll((found) => found.map((item) => JSON.stringify(item.getBoundingClientRect())));
    };
    const before = await boxes();
    await expectSignedOut(page);
    await signInByApi(page, signInSite, await signInSite.createPerson());
    expect(await boxes()).toEqual(before);
    await expectSignedIn(page);
  },
);
