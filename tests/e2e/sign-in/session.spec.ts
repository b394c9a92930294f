/** Sessions over time and between tabs: no user is sent to the login page while the session is valid. */
import type { Page } from '@playwright/test';
import { holdRequests } from '../../harness/hold-requests.ts';
import {
  delayAuthCalls,
  expectSignedIn,
  expectSignedOut,
  expireToken,
  openAccount,
  openAccountByForm,
  openLogin,
  sessionCookies,
  signInWithPassword,
  waitForAccountSections,
  waitForReact,
  withoutLiveData,
} from '../../harness/login-page.ts';
import { expect, test } from '../../harness/sign-in-site.ts';

test.beforeEach(({ context }) => withoutLiveData(context));

test('a token that expired while the tab was suspended is renewed, and the page is shown', async ({
  page,
  signInSite,
}) => {
  const person = await openAccount(page, signInSite);
  await expireToken(page);
  await delayAuthCalls(page);
  await page.goto('/account');
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  await expect(page.getByText(person.email).first()).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);
  expect(await sessionCookies(page)).toEqual(['sb-access-token', 'sb-refresh-token']);
});

test('a user whose cookies have expired opens a guarded page without signing in again', async ({
  page,
  signInSite,
}) => {
  await openAccount(page, signInSite);
  await page.context().clearCookies();
  await page.goto('/account?from=yesterday');
  await waitForAccountSections(page);
  await expect(page).toHaveURL(/\/account\?from=yesterday$/);
  expect(await sessionCookies(page)).toEqual(['sb-access-token', 'sb-refresh-token']);
});

test('a tab that hears of the end of its session leaves the next session of the browser alone', async ({
  page,
  context,
  signInSite,
  expectMessage,
}) => {
  expectMessage(/status of 403/);
  await openAccount(page, signInSite);
  const late = await context.newPage();
  const asking = await holdRequests(late, /\/auth\/v1\/user$/);
  await late.goto(`${signInSite.url}/account`);
  await expect.poll(() => asking.requests.length).toBeGreaterThan(0);
  const next = await signInSite.createPerson();
  await openLogin(page);
  await signInWithPassword(page, next);
  await expectSignedIn(page);
  const refused = late.waitForResponse((answer) => answer.request() === asking.requests[0]);
  asking.release();
  expect((await refused).status()).toBe(403);
  await expect(late.getByText(next.email).first()).toBeVisible();
  await page.goto(`${signInSite.url}/account`);
  await expect(page.getByText(next.email).first()).toBeVisible();
  expect(await sessionCookies(page)).toEqual(['sb-access-token', 'sb-refresh-token']);
});

test('signing out in one tab signs out the other, which leaves a guarded page at once', async ({
  page,
  context,
  signInSite,
}) => {
  await openAccount(page, signInSite);
  const reading = await context.newPage();
  await reading.goto(`${signInSite.url}/about`);
  await expectSignedIn(reading);
  await reading.locator('header a').first().hover();
  await waitForReact(reading);
  const other = await context.newPage();
  await other.goto(`${signInSite.url}/account`);
  await waitForAccountSections(other);
  await other.getByRole('button', { name: 'Sign out here' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expectSignedOut(reading);
  await expect(reading).toHaveURL(/\/about$/);
  expect(await sessionCookies(page)).toEqual([]);
});

test('signing in in one tab is known in the other, and neither is signed out by the other’s refresh', async ({
  page,
  context,
  signInSite,
}) => {
  const other = await context.newPage();
  await other.goto(`${signInSite.url}/about`);
  await expectSignedOut(other);
  await other.locator('header a').first().hover();
  await waitForReact(other);
  await openAccountByForm(page, signInSite);
  await expectSignedIn(other);
  await other.goto(`${signInSite.url}/account`);
  await expect(other.getByRole('button', { name: 'Sign out here' })).toBeVisible();
  await expireToken(page);
  // Both find the token expired, and both renew it.
  await Promise.all([page.goto('/account'), other.goto(`${signInSite.url}/account`)]);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Sign out here' })).toBeVisible();
    await expect(tab).toHaveURL(/\/account$/);
  }
});

test('an attempt to sign in as another user ends the previous session, also when it fails', async ({
  page,
  context,
  signInSite,
  expectMessage,
}) => {
  expectMessage(/400 .*grant_type=password/);
  const person = await openAccount(page, signInSite);
  const [before] = (await context.cookies()).filter(({ name }) => name === 'sb-access-token');
  await openLogin(page);
  await expect(page.getByText('You are already signed in.')).toBeVisible();
  await signInWithPassword(page, { email: person.email, password: 'not the password' });
  await expect(page.getByRole('alert').filter({ hasText: 'do not match' })).toBeVisible();
  await expectSignedOut(page);
  expect(await sessionCookies(page)).toEqual([]);
  // In the backend, too: a copy of the token no longer works.
  const { error } = await signInSite.admin.auth.getUser(before?.value ?? '');
  expect(error?.name).toBe('AuthSessionMissingError');
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login$/);
});

test('the page of an account that was deleted elsewhere is left at once, although its token is still valid', async ({
  page,
  signInSite,
  expectMessage,
}) => {
  expectMessage(/40\d .*\/(auth|rest)\/v1\//);
  const person = await openAccount(page, signInSite);
  await signInSite.admin.auth.admin.deleteUser(person.id);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login$/);
  await expectSignedOut(page);
  expect(await sessionCookies(page)).toEqual([]);
});

test('cookies of a deleted account lead to the login page, and are cleared', async ({
  page,
  signInSite,
  expectMessage,
}) => {
  expectMessage(/40\d .*\/(auth|rest)\/v1\//);
  const person = await openAccount(page, signInSite);
  await signInSite.admin.auth.admin.deleteUser(person.id);
  await expireToken(page);
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login$/);
  await expectSignedOut(page);
  expect(await sessionCookies(page)).toEqual([]);
});

for (const minutes of [5, -5]) {
  test(`a clock that is ${minutes} minutes off does not matter`, async ({ page, signInSite }) => {
    await page.addInitScript((offset) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + offset;
    }, minutes * 60_000);
    await openAccountByForm(page, signInSite);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/account$/);
  });
}

test.describe('with the backend down', () => {
  const down = (page: Page) => page.route('**/auth/v1/**', (route) => route.abort('connectionrefused'));

  test('at load: the page says so, and the session is kept', async ({ page, signInSite, expectMessage }) => {
    expectMessage(/ERR_CONNECTION_REFUSED/);
    expectMessage(/PageUnavailable: We could not reach the sign-in service/);
    await openAccount(page, signInSite);
    await expireToken(page);
    await down(page);
    await page.goto('/account');
    await expect(page.getByText('You are still signed in; please try again in a moment.')).toBeVisible();
    await page.unroute('**/auth/v1/**');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  });

  test('at load, for longer than the client retries: the session is kept as well', async ({
    page,
    signInSite,
    expectMessage,
  }) => {
    expectMessage(/ERR_CONNECTION_REFUSED/);
    expectMessage(/PageUnavailable: We could not reach the sign-in service/);
    await openAccount(page, signInSite);
    await expireToken(page);
    await down(page);
    await page.clock.install();
    let hasGivenUp = false;
    page.on('console', (message) => {
      if (message.type() === 'warning' && /AuthRetryableFetchError/.test(message.text())) hasGivenUp = true;
    });
    await page.goto('/account');
    await expect(async () => {
      await page.clock.runFor(2000);
      expect(hasGivenUp).toBe(true);
    }).toPass();
    expect(await sessionCookies(page)).toEqual(['sb-refresh-token']);
    await page.unroute('**/auth/v1/**');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  });

  test('at refresh: the current page stays, and the session is renewed when it can be', async ({
    page,
    signInSite,
    expectMessage,
  }) => {
    expectMessage(/ERR_CONNECTION_REFUSED/);
    await openAccount(page, signInSite);
    await expireToken(page);
    await down(page);
    // The tab becomes visible again, which is when the client renews an expired token.
    const tried = page.waitForRequest(/grant_type=refresh_token/);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await tried;
    await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible();
    await expect(page).toHaveURL(/\/account$/);
    await expectSignedIn(page);
    await page.unroute('**/auth/v1/**');
    await page.reload();
    await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible();
    expect(await sessionCookies(page)).toEqual(['sb-access-token', 'sb-refresh-token']);
  });

  test('at sign-in: the form says so, and the input is kept', async ({ page, signInSite, expectMessage }) => {
    expectMessage(/ERR_CONNECTION_REFUSED/);
    const person = await signInSite.createPerson();
    await openLogin(page);
    await down(page);
    await signInWithPassword(page, person);
    await expect(page.getByRole('alert')).toContainText('could not be reached');
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password);
    await page.unroute('**/auth/v1/**');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectSignedIn(page);
  });

  test('at sign-out: this browser removes the session nevertheless', async ({
    page,
    signInSite,
    expectMessage,
  }) => {
    expectMessage(/ERR_CONNECTION_REFUSED/);
    await openAccount(page, signInSite);
    await down(page);
    // Sessions of other browsers cannot be ended now, so none is.
    await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
    await expectSignedIn(page);
    await page.getByRole('button', { name: 'Sign out here' }).click();
    await expectSignedOut(page);
    await expect(page).toHaveURL(`${signInSite.url}/`);
    expect(await sessionCookies(page)).toEqual([]);
  });
});
