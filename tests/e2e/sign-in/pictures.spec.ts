/** Screenshots of every state of the login and account pages, for review: see tests/harness/take-screenshots.ts. */
import type { Page } from '@playwright/test';
import { freshEmail } from '../../harness/fresh-contact.ts';
import {
  accountMenu,
  addAuthenticator,
  clearBrowserData,
  enterCode,
  openAccount,
  openLogin,
  signInWithPassword,
} from '../../harness/login-page.ts';
import { expect, password, test } from '../../harness/sign-in-site.ts';
import { strangersTokens } from '../../harness/strangers-tokens.ts';
import { takeScreenshots } from '../../harness/take-screenshots.ts';
import { addVirtualKey } from '../../harness/virtual-key.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('the login page', async ({ page, signInSite, expectMessage }, info) => {
  expectMessage(/4\d\d .*\/auth\/v1\//);
  expectMessage(/ERR_CONNECTION_REFUSED/);
  // A device that supports passkeys, and has none for this site.
  await addVirtualKey(page, 'internal');
  const person = await signInSite.createPerson();
  const take = (name: string) => takeScreenshots(page, info, name);
  await openLogin(page);
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await take('start');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  await take('start-new');
  await page.getByRole('navigation', { name: 'Ways in' }).getByRole('link', { name: 'Sign in' }).click();
  await press(page, 'Continue');
  await take('start-nothing-entered');
  await press(page, 'Use a passkey');
  await expect(page.getByText('The passkey was not used')).toBeVisible();
  await take('start-no-passkey');
  await press(page, 'Use a phone number instead');
  await take('phone');
  await page.getByLabel('Phone').fill('12');
  await press(page, 'Send a code');
  await take('phone-refused');
  await press(page, 'Use an email address instead');
  await signInWithPassword(page, { email: person.email, password: 'wrong' });
  await expect(page.getByText('do not match')).toBeVisible();
  await take('password-wrong');
  await page.route('**/auth/v1/**', (route) => route.abort('connectionrefused'));
  await press(page, 'Sign in');
  await expect(page.getByText('could not be reached')).toBeVisible();
  await take('password-backend-down');
  await page.unroute('**/auth/v1/**');
  await press(page, 'Create an account');
  await take('sign-up');
  await page.getByLabel('Choose a password').fill('abc');
  await press(page, 'Create account');
  await expect(page.getByText('not accepted: it needs')).toBeVisible();
  await take('sign-up-weak');
  await page.getByLabel('Choose a password').fill(password);
  await take('sign-up-strong');
  await press(page, 'I already have an account');
  await take('password');
  await press(page, 'I forgot my password');
  await take('code-sent');
  await enterCode(page, '000000');
  await expect(page.getByText('wrong or has expired')).toBeVisible();
  await take('code-wrong');
  await enterCode(page, (await signInSite.mails.take(person.email)).code);
  await expect(page.getByLabel('New password')).toBeVisible();
  await take('new-password');
});

test('the second factor, and the notice for a signed-in visitor', async ({ page, signInSite }, info) => {
  const person = await openAccount(page, signInSite);
  await addAuthenticator(page);
  await openLogin(page);
  await takeScreenshots(page, info, 'signed-in-already');
  await clearBrowserData(page);
  await openLogin(page);
  await signInWithPassword(page, person);
  await expect(page.getByLabel(/^Code/)).toBeVisible();
  await takeScreenshots(page, info, 'factor');
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await takeScreenshots(page, info, 'factor-recovery-code');
});

const callbacks = {
  'link-signup': '?token_hash=x&type=signup',
  'link-invite': '?token_hash=x&type=invite',
  'link-magiclink': '?token_hash=x&type=magiclink',
  'link-recovery': '?token_hash=x&type=recovery',
  'link-email-change': '?token_hash=x&type=email_change',
  'error-expired': '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid',
  'error-refused': '#error=access_denied&error_code=access_denied&error_description=No',
  'error-described': '#error=server_error&error_description=Unable+to+exchange+external+code',
  'error-unspecified': '#error=server_error',
  message: '#message=Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email',
  nothing: '',
};

test('the callback page', async ({ page, expectMessage }, info) => {
  expectMessage(/403 .*\/verify/);
  for (const [name, address] of Object.entries(callbacks)) {
    await page.goto('about:blank');
    await openLogin(page, `/confirm${address}`);
    await expect(page.getByText('One moment …')).toBeHidden();
    await takeScreenshots(page, info, name);
  }
  await openLogin(page, '/confirm?token_hash=x&type=magiclink');
  await press(page, 'Continue');
  await expect(page.getByText('has expired')).toBeVisible();
  await takeScreenshots(page, info, 'link-refused');
});

test('the question before an unrequested session is taken', async ({ page, signInSite }, info) => {
  const tokens = await strangersTokens(signInSite);
  await openLogin(page, `/confirm#${tokens.fragment}`);
  await expect(page.getByRole('heading', { name: /^Sign in as/ })).toBeVisible();
  await takeScreenshots(page, info, 'question-signed-out');
  await openAccount(page, signInSite);
  await page.goto(`/confirm#${tokens.fragment}`);
  await expect(page.getByRole('heading', { name: /Switch to/ })).toBeVisible();
  await takeScreenshots(page, info, 'question-signed-in');
});

test('the account page', async ({ page, signInSite, expectMessage }, info) => {
  expectMessage(/ERR_CONNECTION_REFUSED/);
  await addVirtualKey(page, 'internal');
  const take = (name: string) => takeScreenshots(page, info, name);
  await openAccount(page, signInSite);
  await expect(page.getByText('None yet. A passkey')).toBeVisible();
  await take('account-empty');
  await accountMenu(page).click();
  await take('account-menu');
  await page.keyboard.press('Escape');
  await press(page, 'Add name');
  await take('account-name-form');
  await page.getByLabel('Your name').fill('Ada Lovelace');
  await press(page, 'Save name');
  await expect(page.getByRole('heading', { name: 'Hello, Ada Lovelace' })).toBeVisible();
  await press(page, 'Change email address');
  await page.getByLabel('New address').fill(freshEmail());
  await press(page, 'Change address');
  await expect(page.getByText('Waiting for confirmation at')).toBeVisible();
  await take('account-waiting-change');
  await press(page, 'Add phone number');
  await page.getByLabel('New number').fill('+49 151 87654321');
  await press(page, 'Send a code');
  await press(page, 'Change password');
  await page.getByLabel('New password').fill(password.slice(0, 9));
  await press(page, 'Add an authenticator app');
  await press(page, 'Show the code to scan');
  await expect(page.getByAltText('QR code with the secret below')).toBeVisible();
  await press(page, 'Delete my account …');
  await press(page, 'Delete my account');
  await take('account-forms');
  await page.getByLabel('Code', { exact: true }).press('Escape');
  await addAuthenticator(page);
  await press(page, 'Add a passkey');
  await expect(page.getByRole('listitem').filter({ hasText: 'since' })).toHaveCount(2);
  await page.getByLabel('Code from the message').fill('654321');
  await press(page, 'Confirm number');
  await take('account-codes');
  await press(page, 'I have saved them');
  await page.reload();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();
  await take('account-filled');
  await page.route(/\/(auth|rest)\/v1\//, (route) => route.abort('connectionrefused'));
  await press(page, 'Change name');
  await press(page, 'Save name');
  await press(page, 'Download my data');
  await expect(page.getByText('could not be reached')).toBeVisible();
  await take('account-backend-down');
  await page.unroute(/\/(auth|rest)\/v1\//);
  await page.route(/\/(auth|rest)\/v1\//, () => undefined);
  await page.reload();
  await take('account-waiting');
});
