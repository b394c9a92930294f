/** Signing in and up by email, against the real backend, with real mails. */
import { freshEmail } from '../../harness/fresh-contact.ts';
import {
  enterCode,
  enterEmail,
  expectSignedIn,
  expectSignedOut,
  openLogin,
  openMailLink,
  sessionCookies,
  signInWithPassword,
  waitForReact,
} from '../../harness/login-page.ts';
import { expect, password, test } from '../../harness/sign-in-site.ts';

test(
  'a new account: password, code from the mail, and the requested page',
  { tag: ['@phone', '@hosted'] },
  async ({ page, signInSite }) => {
    const email = freshEmail();
    await openLogin(page, '/account?tab=profile#name');
    await enterEmail(page, email);
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByLabel('Choose a password').fill(password);
    await expect(page.getByText('Strong')).toBeVisible();
    await page.getByRole('button', { name: 'Create account' }).click();
    const { code } = await signInSite.mails.take(email);
    await enterCode(page, code);
    await expect(page).toHaveURL(`${signInSite.url}/account?tab=profile#name`);
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
    await expect(page.getByText(email).first()).toBeVisible();
    expect(await sessionCookies(page)).toEqual(['sb-access-token', 'sb-refresh-token']);
  },
);

test(
  'the link in the mail shows a button and is not used up by a mail scanner',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    const email = freshEmail();
    await openLogin(page);
    await enterEmail(page, email);
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByLabel('Choose a password').fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    const { link } = await signInSite.mails.take(email);
    // A mail scanner opens every link before the user does. A hosted project has no defense against that.
    if (signInSite.linksAskFirst) expect((await fetch(link)).status).toBe(200);
    await openMailLink(page, signInSite, link, 'Confirm my address');
    await expect(page).toHaveURL(`${signInSite.url}/`);
    await expectSignedIn(page);
  },
);

test(
  'a password signs in, and a wrong one reveals nothing about the account',
  { tag: '@hosted' },
  async ({ page, signInSite, expectMessage }) => {
    expectMessage(/400 .*grant_type=password/);
    const person = await signInSite.createPerson();
    await openLogin(page);
    const wrong = { email: person.email, password: 'not the password' };
    await signInWithPassword(page, wrong);
    const words = 'The address and the password do not match. Please check both.';
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await page.getByRole('button', { name: 'Change' }).click();
    await signInWithPassword(page, { email: freshEmail(), password });
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    await page.getByRole('button', { name: 'Change' }).click();
    await signInWithPassword(page, person);
    await expect(page).toHaveURL(`${signInSite.url}/`);
    await expectSignedIn(page);
  },
);

test('a mail instead of a password: its code signs in', { tag: '@hosted' }, async ({ page, signInSite }) => {
  const { email } = await signInSite.createPerson();
  await openLogin(page);
  await enterEmail(page, email);
  await page.getByRole('button', { name: 'Send me a link and a code instead' }).click();
  await expect(page.getByText('an email is on its way')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  const { code } = await signInSite.mails.take(email);
  // Pasted with a space in the middle.
  await enterCode(page, `${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page).toHaveURL(`${signInSite.url}/`);
  await expectSignedIn(page);
});

test(
  'a mail instead of a password: its link signs in in the browser that requested it',
  { tag: '@hosted' },
  async ({ page, context, signInSite }) => {
    const { email } = await signInSite.createPerson();
    await openLogin(page);
    await enterEmail(page, email);
    await page.getByRole('button', { name: 'Send me a link and a code instead' }).click();
    const { link } = await signInSite.mails.take(email);
    // Links of mails open in a tab of their own.
    const tab = await context.newPage();
    await openMailLink(tab, signInSite, link, 'Sign in');
    await expect(tab).toHaveURL(`${signInSite.url}/`);
    await expectSignedIn(tab);
  },
);

test(
  'a mail instead of a password: in another browser its link names the account, and signs in after a confirmation',
  { tag: '@hosted' },
  async ({ page, browser, signInSite }) => {
    const { email } = await signInSite.createPerson();
    await openLogin(page);
    await enterEmail(page, email);
    await page.getByRole('button', { name: 'Send me a link and a code instead' }).click();
    const { link } = await signInSite.mails.take(email);
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await openMailLink(other, signInSite, link, 'Continue');
    await expect(other.getByRole('heading', { name: `Sign in as ${email}?` })).toBeVisible();
    await expectSignedOut(other);
    await other.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expectSignedIn(other);
    await openMailLink(other, signInSite, link, 'Continue');
    await expect(other.getByRole('alert')).toContainText(/has expired/);
    await elsewhere.close();
  },
);

test(
  'a forgotten password: the code asks for a new one at once, and it works',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    const person = await signInSite.createPerson();
    await openLogin(page);
    await enterEmail(page, person.email);
    await page.getByRole('button', { name: 'I forgot my password' }).click();
    const { code } = await signInSite.mails.take(person.email);
    await enterCode(page, code);
    await page.getByLabel('New password').fill('another good one 7');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page).toHaveURL(`${signInSite.url}/`);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    await openLogin(page);
    await signInWithPassword(page, { email: person.email, password: 'another good one 7' });
    await expectSignedIn(page);
  },
);

test(
  'a forgotten password: the link asks for a new one as well',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    const person = await signInSite.createPerson();
    await openLogin(page);
    await enterEmail(page, person.email);
    await page.getByRole('button', { name: 'I forgot my password' }).click();
    const { link } = await signInSite.mails.take(person.email);
    await openMailLink(page, signInSite, link, 'Continue');
    await page.getByLabel('New password').fill('yet another one 8');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page).toHaveURL(`${signInSite.url}/`);
  },
);

test(
  'a password that is too short is refused with the reason, and the input is kept',
  { tag: '@hosted' },
  async ({ page }) => {
    await openLogin(page);
    await enterEmail(page, freshEmail());
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByLabel('Choose a password').fill('abc');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(
      page.getByText('This password is not accepted: it needs at least 8 characters.'),
    ).toBeVisible();
    await expect(page.getByLabel('Choose a password')).toHaveValue('abc');
  },
);

test(
  'missing input is reported next to the field, with the messages S4.1 to S4.3',
  { tag: '@phone' },
  async ({ page }) => {
    await openLogin(page);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByText('You must provide either an email or phone number.')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill('not an address');
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByText('That is not an email address.')).toBeVisible();
    await enterEmail(page, freshEmail());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(
      page.getByText('You must provide either an email or phone number and a password'),
    ).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  },
);

test('signing in works by keyboard alone', async ({ page, signInSite }) => {
  const person = await signInSite.createPerson();
  await openLogin(page);
  await page.getByLabel('Email').focus();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${signInSite.url}/`);
  await waitForReact(page);
  await expectSignedIn(page);
});
