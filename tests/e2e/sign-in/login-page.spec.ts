/** The login page before the first step: what an account is for, the two ways in, and what a signed-in visitor sees. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freshEmail } from '../../harness/fresh-contact.ts';
import {
  enterEmail,
  expectSignedIn,
  expectSignedOut,
  openLogin,
  openMailLink,
  sessionCookies,
  waitForAccountSections,
} from '../../harness/login-page.ts';
import { runAxe, runAxeInBothThemes } from '../../harness/run-axe.ts';
import { signInByApi } from '../../harness/sign-in-by-api.ts';
import { expect, password, test } from '../../harness/sign-in-site.ts';
import { startSite } from '../../harness/start-site.ts';

const door = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Ways in' }).getByRole('link', { name });

test(
  'the page says what an account is for, and both ways in are links',
  { tag: '@phone' },
  async ({ page }) => {
    await openLogin(page);
    await expect(page.getByText('keep lists of baby names, alone or with a partner')).toBeInViewport();
    await expect(door(page, 'Create an account')).toBeInViewport();
    await expect(door(page, 'Sign in')).toHaveAttribute('aria-current', 'page');
    await page.getByLabel('Email').fill('kim@example.com');
    await door(page, 'Create an account').click();
    await expect(page).toHaveURL(/\/login\?new$/);
    await expect(page).toHaveTitle(/^Create an account/);
    await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
    await expect(door(page, 'Create an account')).toHaveAttribute('aria-current', 'page');
    // What was typed is for both.
    await expect(page.getByLabel('Email')).toHaveValue('kim@example.com');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByLabel('Choose a password')).toBeFocused();
  },
);

test('axe finds nothing where an account is created', { tag: '@phone' }, async ({ page }) => {
  await openLogin(page, '/login?new');
  expect(await runAxeInBothThemes(page)).toEqual([]);
});

test('an account is created by keyboard alone, from a link to that', async ({ page, signInSite }) => {
  const email = freshEmail();
  await openLogin(page);
  await door(page, 'Create an account').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  await page.getByLabel('Email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Choose a password')).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Code/)).toBeFocused();
  await page.keyboard.type((await signInSite.mails.take(email)).code);
  await page.keyboard.press('Enter');
  await expectSignedIn(page);
});

test('the server answers with the form that the address names', async ({ page, signInSite }) => {
  const read = async (path: string) => (await fetch(signInSite.url + path)).text();
  expect(await read('/login?new')).toMatch(/<h1[^>]*>Create an account</);
  expect(await read('/login?old=1')).toMatch(/<h1[^>]*>Sign in</);
  await page.goto('/login?new&from=elsewhere');
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
});

test('a site that takes no new accounts offers none', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-closed-'));
  const config = join(folder, 'config.toml');
  await writeFile(config, '[auth]\nenable_signup = false\n');
  const site = await startSite({ env: { LOG_REQUESTS: 'off', SUPABASE_CONFIG: config } });
  try {
    await openLogin(page, `${site.url}/login?new`);
    await expect(page.getByText('does not take new accounts')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(page.getByText('Create an account')).toHaveCount(0);
    await enterEmail(page, freshEmail());
    await expect(page.getByText('Create an account')).toHaveCount(0);
    await page.close();
  } finally {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test(
  'a signed-in visitor sees that first, and can sign out here',
  { tag: '@phone' },
  async ({ page, signInSite }) => {
    const person = await signInSite.createPerson();
    await signInByApi(page, signInSite, person);
    await openLogin(page);
    const notice = page.getByRole('region', { name: 'You are signed in' });
    await expect(notice).toContainText(person.email);
    await expect(notice).toBeInViewport();
    const above = async () => {
      const [first, form] = await Promise.all([notice.boundingBox(), page.getByLabel('Email').boundingBox()]);
      return first !== null && form !== null && first.y + first.height <= form.y;
    };
    expect(await above()).toBe(true);
    expect(await runAxe(page)).toEqual([]);
    await notice.getByRole('button', { name: 'Sign out' }).click();
    await expect(notice).toBeHidden();
    await expectSignedOut(page);
    await expect(page.getByLabel('Email')).toBeFocused();
    expect(await sessionCookies(page)).toEqual([]);
    await expect(page).toHaveURL(/\/login$/);
  },
);

test('the way onward of a signed-in visitor is the account', async ({ page, signInSite }) => {
  await signInByApi(page, signInSite, await signInSite.createPerson());
  await openLogin(page);
  await page.getByRole('link', { name: 'Go to your account' }).click();
  await expect(page).toHaveURL(/\/account$/);
});

/** From the guard to the mail: the first tab waits for the address to be confirmed. */
async function waitForConfirmation(page: Page, email: string): Promise<void> {
  await openLogin(page, '/account?tab=profile');
  await door(page, 'Create an account').click();
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Choose a password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your messages' })).toBeVisible();
}

test(
  'the tab that waits goes on when the address is confirmed in another tab, and both reach the requested page',
  { tag: '@hosted' },
  async ({ page, context, signInSite }) => {
    const email = freshEmail();
    await waitForConfirmation(page, email);
    const tab = await context.newPage();
    await openMailLink(tab, signInSite, (await signInSite.mails.take(email)).link, 'Confirm my address');
    for (const each of [tab, page]) {
      await expect(each).toHaveURL(`${signInSite.url}/account?tab=profile`);
      await expect(each.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
    }
  },
);

test('the tab that waits for one account does not go on when another is signed in', async ({
  page,
  context,
  signInSite,
}) => {
  const email = freshEmail();
  await waitForConfirmation(page, email);
  const tab = await context.newPage();
  await openLogin(tab);
  const other = await signInSite.createPerson();
  await enterEmail(tab, other.email);
  await tab.getByLabel('Password', { exact: true }).fill(other.password);
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
  // That session ends below: nothing may still be asked with it.
  await waitForAccountSections(tab);
  await tab.goto(`${signInSite.url}/about`);
  // The header shows that the news has arrived.
  await expectSignedIn(page);
  await expect(page.getByRole('heading', { name: 'Check your messages' })).toBeVisible();
  await page.getByLabel(/^Code/).fill((await signInSite.mails.take(email)).code);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByText(email).first()).toBeVisible();
});

test('an address that is confirmed on another device: the page says to sign in here, and that works', async ({
  page,
  browser,
  signInSite,
}) => {
  const email = freshEmail();
  await waitForConfirmation(page, email);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await openMailLink(other, signInSite, (await signInSite.mails.take(email)).link, 'Confirm my address');
  await other.getByRole('button', { name: 'Do not sign in' }).click();
  await elsewhere.close();
  await page.getByRole('button', { name: 'sign in here with your password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${signInSite.url}/account?tab=profile`);
});

test('a new password that is chosen in another tab: the tab that waits says so, and then goes on', async ({
  page,
  context,
  signInSite,
}) => {
  const person = await signInSite.createPerson();
  await openLogin(page);
  await enterEmail(page, person.email);
  await page.getByRole('button', { name: 'I forgot my password' }).click();
  const tab = await context.newPage();
  await openMailLink(tab, signInSite, (await signInSite.mails.take(person.email)).link, 'Continue');
  await expect(tab.getByLabel('New password')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'choose your new password there' })).toBeVisible();
  await tab.getByLabel('New password').fill('yet another one 8');
  await tab.getByRole('button', { name: 'Save password' }).click();
  for (const each of [tab, page]) await expect(each).toHaveURL(`${signInSite.url}/`);
});
