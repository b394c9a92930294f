/** What tests do on the login page, as a person would: by label and by button. */
import { expect, type Page } from '@playwright/test';
import { showCode } from './authenticator-app.ts';
import { enterSignedIn } from './enter-signed-in.ts';
import type { Person, SignInSite } from './sign-in-site.ts';

export async function openLogin(page: Page, path = '/login'): Promise<void> {
  await page.goto(path);
  await waitForReact(page);
}

export async function waitForReact(page: Page): Promise<void> {
  await page.locator('html[data-react]').waitFor({ state: 'attached' });
}

export async function enterEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
}

/** From the login page that is open, through the password. */
export async function signInWithPassword(
  page: Page,
  person: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await enterEmail(page, person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel(/^Code/).fill(code);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** The header says it, and the account page opens. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible();
}

export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
}

export async function sessionCookies(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies();
  return cookies
    .filter(({ name, value }) => /^sb-(access|refresh|provider)/.test(name) && value !== '')
    .map(({ name }) => name)
    .sort();
}

/** Opens the link of a mail and does what it asks: a button here, nothing with a hosted project, which acts on the link itself. */
export async function openMailLink(
  page: Page,
  site: SignInSite,
  link: string,
  button: string,
): Promise<void> {
  await page.goto(link);
  if (site.linksAskFirst) await page.getByRole('button', { name: button, exact: true }).click();
}

/** The account page of somebody who is signed in already, with an account that is made for it unless one is given. */
export async function openAccount(page: Page, site: SignInSite, given?: Person): Promise<Person> {
  const person = given ?? (await site.createPerson());
  await enterSignedIn(page, site, person);
  await openLogin(page, '/account');
  await expectWholeAccount(page);
  return person;
}

/** The same by the login page, for tests in which the moment of signing in counts. */
export async function openAccountByForm(page: Page, site: SignInSite): Promise<Person> {
  const person = await site.createPerson();
  await openLogin(page, '/account');
  await signInWithPassword(page, person);
  await expectWholeAccount(page);
  return person;
}

/** All parts have been answered: a question that is still on its way would be refused after a sign-out that the test presses at once. */
export async function expectWholeAccount(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible();
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

/** Switches on an authenticator app on the account page that is open. Gives what the app needs to know. */
export async function addAuthenticator(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await page.getByLabel('A name for it').fill('my phone');
  await page.getByRole('button', { name: 'Show the code to scan' }).click();
  await expect(page.getByAltText('QR code with the secret below')).toBeVisible();
  const secret = await page.locator('.secret').innerText();
  await page.getByLabel('Code', { exact: true }).fill(showCode(secret));
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByText('Authenticator app: “my phone”')).toBeVisible();
  return secret;
}

/** As a browser that has never been here. */
export async function forgetEverything(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

/** Every call of the sign-in service takes two seconds longer. */
export async function slowDown(page: Page): Promise<void> {
  await page.route('**/auth/v1/**', async (route) => {
    await new Promise((done) => setTimeout(done, 2000));
    await route.continue();
  });
}

/** As if the computer had slept: the access token has run out, by its own words and by the cookie's. */
export async function letTokenExpire(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.+-auth-token$/.test(name)) ?? '';
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    session.expires_at = Math.floor(Date.now() / 1000) - 10;
    localStorage.setItem(key, JSON.stringify(session));
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie is the browser's own.
    document.cookie = 'sb-access-token=; Path=/; Max-Age=0; SameSite=Lax';
  });
}
