/** The second factor: switched on by a QR code, asked for at every sign-in, and on the way back to a deep link. */
import type { Page } from '@playwright/test';
import { showCode, showNextCode } from '../../harness/authenticator-app.ts';
import {
  enterCode,
  enterEmail,
  openLogin,
  openMailLink,
  signInWithPassword,
} from '../../harness/login-page.ts';
import { expect, type Person, type SignInSite, test } from '../../harness/sign-in-site.ts';

async function switchOn(page: Page, site: SignInSite): Promise<{ person: Person; secret: string }> {
  const person = await site.createPerson();
  await openLogin(page, '/account');
  await signInWithPassword(page, person);
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await page.getByLabel('A name for it').fill('my phone');
  await page.getByRole('button', { name: 'Show the code to scan' }).click();
  await expect(page.getByAltText('QR code with the secret below')).toBeVisible();
  const secret = await page.locator('.secret').innerText();
  await page.getByLabel('Code', { exact: true }).fill(showCode(secret));
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByText('Authenticator app: “my phone”')).toBeVisible();
  return { person, secret };
}

async function forgetEverything(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

test('is asked for after the password, and leads back to the deep link with query and hash', async ({
  page,
  signInSite,
}) => {
  const { person, secret } = await switchOn(page, signInSite);
  await forgetEverything(page);
  await openLogin(page, '/account?tab=factors#second');
  await signInWithPassword(page, person);
  await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
  await enterCode(page, showNextCode(secret));
  await expect(page).toHaveURL(`${signInSite.url}/account?tab=factors#second`);
  await expect(page.getByText('Authenticator app: “my phone”')).toBeVisible();
});

test('is asked for after a recovery link as well: a mail is no way around it', async ({
  page,
  signInSite,
}) => {
  const { person, secret } = await switchOn(page, signInSite);
  await forgetEverything(page);
  await openLogin(page);
  await enterEmail(page, person.email);
  await page.getByRole('button', { name: 'I forgot my password' }).click();
  const { link } = await signInSite.mails.take(person.email);
  await openMailLink(page, signInSite, link, 'Go on');
  await enterCode(page, showNextCode(secret));
  await page.getByLabel('New password').fill('a new one after all 5');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(`${signInSite.url}/`);
});

test('a wrong code is refused in words, and cancelling signs out', async ({
  page,
  signInSite,
  expectMessage,
}) => {
  expectMessage(/422 .*\/factors\//);
  const { person } = await switchOn(page, signInSite);
  await forgetEverything(page);
  await openLogin(page);
  await signInWithPassword(page, person);
  await enterCode(page, '000000');
  await expect(page.getByRole('alert')).toContainText('This code is not right.');
  await page.getByRole('button', { name: 'Cancel and sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
});

test('can be switched off again by whoever has shown it', async ({ page, signInSite }) => {
  await switchOn(page, signInSite);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('None yet. With an authenticator app')).toBeVisible();
});
