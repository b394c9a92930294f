/** The second factor: enrolled by a QR code, required at every sign-in, also before a deep link. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { computeNextCode } from '../../harness/authenticator-app.ts';
import {
  addAuthenticator,
  clearBrowserData,
  enterCode,
  enterEmail,
  expectSignedIn,
  expectSignedOut,
  openAccount,
  openLogin,
  openMailLink,
  sessionCookies,
  signInWithPassword,
} from '../../harness/login-page.ts';
import { runAxe } from '../../harness/run-axe.ts';
import { expect, type Person, type SignInSite, test } from '../../harness/sign-in-site.ts';

async function enrolFactor(page: Page, site: SignInSite): Promise<{ person: Person; secret: string }> {
  const person = await openAccount(page, site);
  return { person, secret: await addAuthenticator(page) };
}

test(
  'is asked for after the password, and returns to the deep link with query and hash',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    const { person, secret } = await enrolFactor(page, signInSite);
    await clearBrowserData(page);
    await openLogin(page, '/account?tab=factors#second');
    await signInWithPassword(page, person);
    await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
    await enterCode(page, computeNextCode(secret));
    await expect(page).toHaveURL(`${signInSite.url}/account?tab=factors#second`);
    await expect(page.getByText('Authenticator app: “my phone”')).toBeVisible();
  },
);

test(
  'until it is verified the user is not signed in: a reload and a guarded page lead back to it',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    const { person, secret } = await enrolFactor(page, signInSite);
    await clearBrowserData(page);
    await openLogin(page);
    await signInWithPassword(page, person);
    const asked = page.getByRole('heading', { name: 'Second factor' });
    await expect(asked).toBeVisible();
    expect(await sessionCookies(page)).toEqual([]);
    await expectSignedOut(page);
    await page.reload();
    await expect(asked).toBeVisible();
    await openLogin(page, '/account?tab=factors#second');
    await expect(asked).toBeVisible();
    await enterCode(page, computeNextCode(secret));
    await expect(page).toHaveURL(`${signInSite.url}/account?tab=factors#second`);
    await expectSignedIn(page);
    expect(await sessionCookies(page)).toEqual(['sb-access-token', 'sb-refresh-token']);
  },
);

test(
  'is asked for after a recovery link as well: a mail does not bypass it',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    const { person, secret } = await enrolFactor(page, signInSite);
    await clearBrowserData(page);
    await openLogin(page);
    await enterEmail(page, person.email);
    await page.getByRole('button', { name: 'I forgot my password' }).click();
    const { link } = await signInSite.mails.take(person.email);
    await openMailLink(page, signInSite, link, 'Continue');
    await enterCode(page, computeNextCode(secret));
    await page.getByLabel('New password').fill('a new one after all 5');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page).toHaveURL(`${signInSite.url}/`);
  },
);

test('a wrong code shows a message, and canceling signs out', async ({ page, signInSite, expectMessage }) => {
  expectMessage(/422 .*\/factors\//);
  const { person } = await enrolFactor(page, signInSite);
  await clearBrowserData(page);
  await openLogin(page);
  await signInWithPassword(page, person);
  await enterCode(page, '000000');
  await expect(page.getByRole('alert')).toContainText('This code is not right.');
  await page.getByRole('button', { name: 'Cancel and sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test('can be removed by a user who has verified it', async ({ page, signInSite }) => {
  await enrolFactor(page, signInSite);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('None yet. With an authenticator app')).toBeVisible();
});

test.describe('recovery codes', () => {
  const codes = (page: Page) => page.getByLabel('Your recovery codes').getByRole('listitem');
  /** They are made after the factor. */
  const readCodes = async (page: Page) => {
    await expect(codes(page)).toHaveCount(10);
    return codes(page).allInnerTexts();
  };

  test(
    'come with the first factor, are shown once, and each signs in once in its place',
    { tag: ['@phone', '@hosted'] },
    async ({ page, signInSite, expectMessage }) => {
      expectMessage(/422 .*\/factors\/recovery-codes\/verify/);
      const { person } = await enrolFactor(page, signInSite);
      const [first = ''] = await readCodes(page);
      expect(await runAxe(page)).toEqual([]);
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
      await clearBrowserData(page);
      await openLogin(page, '/account?tab=factors#second');
      await signInWithPassword(page, person);
      await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
      await expect(page.getByLabel('Recovery code')).toBeFocused();
      expect(await runAxe(page)).toEqual([]);
      // As a user types it from paper.
      await page.getByLabel('Recovery code').fill(first.toUpperCase().replaceAll('-', ' '));
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await expect(page).toHaveURL(`${signInSite.url}/account?tab=factors#second`);
      await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
      await clearBrowserData(page);
      await openLogin(page);
      await signInWithPassword(page, person);
      await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
      await page.getByLabel('Recovery code').fill(first);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await expect(page.getByRole('alert')).toContainText('or it was used already');
    },
  );

  test('can be made again, and are downloaded as a file', async ({ page, signInSite }) => {
    await enrolFactor(page, signInSite);
    const before = await readCodes(page);
    // A quick user does not wait until the old ones are counted.
    let count = () => {};
    const counted = new Promise<void>((done) => {
      count = done;
    });
    await page.route('**/factors/recovery-codes', async (route) => {
      await counted;
      await route.continue();
    });
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('button', { name: 'Make new codes' }).click();
    await expect(codes(page)).toHaveCount(10);
    count();
    const after = await codes(page).allInnerTexts();
    expect(after.filter((code) => before.includes(code))).toEqual([]);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    const file = await readFile(await (await coming).path(), 'utf8');
    expect(file.trim().split('\n')).toEqual(after);
  });

  test(
    'a user who signed in with one adds another factor before the old one is removed',
    { tag: '@hosted' },
    async ({ page, signInSite }) => {
      const { person } = await enrolFactor(page, signInSite);
      const [first = ''] = await readCodes(page);
      await clearBrowserData(page);
      await openLogin(page, '/account');
      await signInWithPassword(page, person);
      await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
      await page.getByLabel('Recovery code').fill(first);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('Add another authenticator app first')).toBeVisible();
      await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
      await expectSignedIn(page);
    },
  );
});
