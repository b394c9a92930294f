/** Actions while an answer is pending: they take effect, nothing is lost, and the late answer undoes nothing. */
import type { Page } from '@playwright/test';
import { computeCode, computeNextCode } from '../../harness/authenticator-app.ts';
import { holdResponses } from '../../harness/hold-responses.ts';
import {
  accountMenu,
  addAuthenticator,
  clearBrowserData,
  enterEmail,
  expectSignedIn,
  expectSignedOut,
  expireToken,
  openAccount,
  openLogin,
  sessionCookies,
  signInWithPassword,
  withoutLiveData,
} from '../../harness/login-page.ts';
import { signInByApi } from '../../harness/sign-in-by-api.ts';
import { expect, test } from '../../harness/sign-in-site.ts';

test.beforeEach(({ context }) => withoutLiveData(context));

const about = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'About' });
/** The service's answer to a session that has ended. */
const refused = {
  status: 400,
  json: { code: 400, error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' },
};
const isSessionStored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).some((key) => /^sb-.+-auth-token$/.test(key)));

/** The service has received the request. Until then it would not refuse to end the same session once more. */
const waitForLogout = (page: Page) => page.waitForResponse(/\/logout\?scope=local/);

/** The session is ended once more, and the service answers that it does not exist. */
const refusedLogout = (page: Page) =>
  page.waitForEvent('console', (message) => /\/logout/.test(message.location().url));

async function expectForgotten(page: Page): Promise<void> {
  await expectSignedOut(page);
  await expect.poll(() => isSessionStored(page)).toBe(false);
  expect(await sessionCookies(page)).toEqual([]);
}

test.describe('signing out', () => {
  test('holds, although a name is saved only afterward', async ({ page, signInSite, expectMessage }) => {
    expectMessage(/403 .*\/logout/);
    await openAccount(page, signInSite);
    const saving = await holdResponses(page, '**/auth/v1/user', { method: 'PUT' });
    await page.getByRole('button', { name: 'Add name' }).click();
    await page.getByLabel('Your name').fill('Ada');
    await page.getByRole('button', { name: 'Save name' }).click();
    await saving.done;
    const loggedOut = waitForLogout(page);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page).toHaveURL(`${signInSite.url}/`);
    await expectForgotten(page);
    await loggedOut;
    const refusal = refusedLogout(page);
    await saving.release();
    await refusal;
    await expectForgotten(page);
  });

  test('holds, although a second factor is verified only afterward', async ({
    page,
    signInSite,
    expectMessage,
  }) => {
    expectMessage(/403 .*\/logout/);
    const person = await openAccount(page, signInSite);
    const secret = await addAuthenticator(page);
    await clearBrowserData(page);
    await openLogin(page);
    await signInWithPassword(page, person);
    await page.getByLabel(/^Code/).fill(computeNextCode(secret));
    const checking = await holdResponses(page, '**/factors/*/verify');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await checking.done;
    const loggedOut = waitForLogout(page);
    await page.getByRole('button', { name: 'Cancel and sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await expectForgotten(page);
    await loggedOut;
    const refusal = refusedLogout(page);
    await checking.release();
    await refusal;
    await expectForgotten(page);
    await expect(page.getByLabel('Email')).toBeVisible();
    await expect(page).toHaveURL(`${signInSite.url}/login`);
  });

  test('does not move a user who has gone to another page', async ({ page, signInSite }) => {
    await openAccount(page, signInSite);
    const ending = await holdResponses(page, '**/logout?scope=global');
    await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
    await ending.done;
    await about(page).click();
    await expect(page).toHaveURL(/\/about$/);
    await ending.release();
    await expectForgotten(page);
    await expect(page).toHaveURL(/\/about$/);
  });

  test('everywhere, with an expired session, asks to sign in for it', async ({
    page,
    signInSite,
    expectMessage,
  }) => {
    expectMessage(/400 .*grant_type=refresh_token/);
    await openAccount(page, signInSite);
    await expireToken(page);
    await page.route('**/token?grant_type=refresh_token', (route) => route.fulfill(refused));
    await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expectForgotten(page);
    expect(await redirectCookie(page)).toBe('/account');
  });
});

test.describe('while signing in', () => {
  test('a user who follows a link stays there', async ({ page, signInSite }) => {
    await openLogin(page);
    const signingIn = await holdResponses(page, '**/token?grant_type=password');
    await signInWithPassword(page, await signInSite.createPerson());
    await signingIn.done;
    await about(page).click();
    await expect(page).toHaveURL(/\/about$/);
    await signingIn.release();
    await expectSignedIn(page);
    await expect(page).toHaveURL(/\/about$/);
  });

  test('a user who goes back to the address is not moved away from it', async ({ page, signInSite }) => {
    const { email } = await signInSite.createPerson();
    await openLogin(page);
    await enterEmail(page, email);
    const sending = await holdResponses(page, '**/auth/v1/otp*');
    await page.getByRole('button', { name: 'Send me a link and a code instead' }).click();
    await sending.done;
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Email').fill('another@example.com');
    await sending.release();
    await expect(page.getByLabel('Email')).toHaveValue('another@example.com');
  });

  test('another message is sent while a code is checked', async ({ page, signInSite, expectMessage }) => {
    expectMessage(/403 .*\/verify/);
    // The fake clock advances the seconds at once.
    await page.addInitScript(() => {
      const later = globalThis.setTimeout;
      Object.assign(globalThis, {
        setTimeout: (task: () => void, wait?: number) => later(task, wait === 1000 ? 0 : wait),
      });
    });
    const { email } = await signInSite.createPerson();
    await openLogin(page);
    await enterEmail(page, email);
    await page.getByRole('button', { name: 'Send me a link and a code instead' }).click();
    await signInSite.mails.take(email);
    await page.getByLabel('Code').fill('000000');
    const checking = await holdResponses(page, '**/auth/v1/verify*');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await checking.done;
    await page.getByRole('button', { name: 'Send again', exact: true }).click();
    await signInSite.mails.take(email);
    await checking.release();
    await expect(page.getByRole('alert')).toContainText('wrong or has expired');
  });

  test('a guarded page that the user has left is not remembered', async ({
    page,
    signInSite,
    expectMessage,
  }) => {
    expectMessage(/400 .*grant_type=refresh_token/);
    await openAccount(page, signInSite);
    await expireToken(page);
    // The login page checks whether a session waits for its second factor, which renews an old one.
    const renewing = await holdResponses(page, '**/token?grant_type=refresh_token', {
      answer: async () => refused,
    });
    await openLogin(page, '/login');
    await renewing.done;
    await accountMenu(page).click();
    await page.getByRole('banner').getByRole('link', { name: 'Account settings' }).click();
    await about(page).click();
    await expect(page).toHaveURL(/\/about$/);
    await renewing.release();
    await expectForgotten(page);
    expect(await redirectCookie(page)).toBeUndefined();
  });
});

test.describe('on the account page', () => {
  test('sessions are ended one after the other, however quickly the buttons are pressed', async ({
    page,
    signInSite,
    browser,
  }) => {
    const person = await openAccount(page, signInSite);
    const contexts = await Promise.all([0, 1].map(() => browser.newContext({ baseURL: signInSite.url })));
    for (const context of contexts) await signInByApi(await context.newPage(), signInSite, person);
    await page.reload();
    const rows = page.locator('.account-list').filter({ hasText: 'this browser' }).locator('li');
    await expect(rows).toHaveCount(3);
    const ending = await holdResponses(page, '**/rpc/end_my_session');
    for (const button of await rows.getByRole('button', { name: 'End' }).all()) await button.click();
    await ending.release();
    await expect(rows).toHaveCount(1);
    for (const context of contexts) await context.close();
  });

  test('a user who deletes the account while their data is loading gets the data, and deletes once', async ({
    page,
    signInSite,
    expectMessage,
  }) => {
    expectMessage(/40\d .*\/auth\/v1\//);
    const { email } = await openAccount(page, signInSite);
    const exporting = await holdResponses(page, '**/rpc/export_my_data');
    const finding = await holdResponses(page, '**/rest/v1/runs*', { method: 'GET' });
    const deleting = await holdResponses(page, '**/rpc/delete_my_account');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download my data' }).click();
    await page.getByRole('button', { name: 'Delete my account …' }).click();
    const field = page.getByLabel(`Type ${email} to confirm`);
    await field.fill(email);
    await field.press('Enter');
    await field.press('Enter');
    await exporting.release();
    await coming;
    await finding.release();
    await deleting.done;
    await deleting.release();
    await expect(page).toHaveURL(`${signInSite.url}/`);
    await expectForgotten(page);
    expect(deleting.count()).toBe(1);
  });

  test('codes that come with another app are shown, and the app is enrolled once', async ({
    page,
    signInSite,
    expectMessage,
  }) => {
    expectMessage(/500 .*\/factors\/recovery-codes/);
    await openAccount(page, signInSite);
    // The first factor has no codes: it was enrolled before there were any.
    await page.route('**/factors/recovery-codes**', (route) => route.fulfill({ status: 500, json: {} }));
    await addAuthenticator(page);
    await expect(page.getByRole('button', { name: 'Make recovery codes' })).toBeVisible();
    await page.unroute('**/factors/recovery-codes**');
    const making = await holdResponses(page, '**/factors/recovery-codes**');
    const checks: string[] = [];
    page.on('request', (request) => void (/\/verify$/.test(request.url()) && checks.push(request.url())));
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    await page.getByLabel('A name for it').fill('my tablet');
    await page.getByRole('button', { name: 'Show the code to scan' }).click();
    const secret = await page.locator('.secret').innerText();
    await page.getByLabel('Code', { exact: true }).fill(computeCode(secret));
    await page.getByRole('button', { name: 'Switch on' }).click();
    await making.done;
    await page.getByLabel('Code', { exact: true }).press('Enter');
    await making.release();
    await expect(page.getByLabel('Your recovery codes').getByRole('listitem')).toHaveCount(10);
    expect(checks).toHaveLength(1);
    // Both are removed, and the codes with the last.
    const removing = await holdResponses(page, '**/auth/v1/factors/*', { method: 'DELETE' });
    for (const button of await page.getByRole('button', { name: 'Remove' }).all()) await button.click();
    await removing.done;
    await removing.release();
    await expect(page.getByText('None yet. With an authenticator app')).toBeVisible();
    await page.reload();
    await expect(page.getByText('None yet. With an authenticator app')).toBeVisible();
  });
});

async function redirectCookie(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies();
  const cookie = cookies.find(({ name }) => name === 'sb-redirect-path');
  return cookie && decodeURIComponent(cookie.value);
}
