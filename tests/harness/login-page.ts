/** What tests do on the login page, as a user would: by label and by button. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { computeCode } from './authenticator-app.ts';
import { signInByApi } from './sign-in-by-api.ts';
import type { Person, SignInSite } from './sign-in-site.ts';

export async function openLogin(page: Page, path = '/login'): Promise<void> {
  await page.goto(path);
  await waitForReact(page);
}

export async function waitForReact(page: Page): Promise<void> {
  await page.locator('html[data-react]').waitFor({ state: 'attached' });
}

export async function enterEmail(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
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

/** The menu of the account in the header. */
export const accountMenu = (page: Page) =>
  page.getByRole('banner').locator('summary', { hasText: 'Account' });

/** The header shows it. */
export async function expectSignedIn(page: Page): Promise<void> {
  await expect(accountMenu(page)).toBeVisible();
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

/** Opens the link of a mail and confirms: by a button here; a hosted project acts on the link itself. */
export async function openMailLink(
  page: Page,
  site: SignInSite,
  link: string,
  button: string,
): Promise<void> {
  await page.goto(link);
  if (site.linksAskFirst) await page.getByRole('button', { name: button, exact: true }).click();
}

/** Opens the account page of a signed-in user, with a new account unless one is given. */
export async function openAccount(page: Page, site: SignInSite, given?: Person): Promise<Person> {
  const person = given ?? (await site.createPerson());
  await signInByApi(page, site, person);
  await openLogin(page, '/account');
  await waitForAccountSections(page);
  return person;
}

/** The same by the login page, for tests in which the moment of signing in counts. */
export async function openAccountByForm(page: Page, site: SignInSite): Promise<Person> {
  const person = await site.createPerson();
  await openLogin(page, '/account');
  await signInWithPassword(page, person);
  await waitForAccountSections(page);
  return person;
}

/** Waits until all sections have loaded: a request in flight would be refused after an immediate sign-out. */
export async function waitForAccountSections(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible();
  await expect(page.locator('.skeleton')).toHaveCount(0);
}

/** The value in a row of the account page, with the confirmation of its last change. */
export const rowValue = (page: Page, label: string) =>
  page
    .locator('.account-row')
    .filter({ has: page.getByRole('heading', { name: label, exact: true }) })
    .locator('.account-value');

/** Adds an authenticator app on the open account page. Returns its secret. */
export async function addAuthenticator(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await page.getByLabel('A name for it').fill('my phone');
  await page.getByRole('button', { name: 'Show the code to scan' }).click();
  await expect(page.getByAltText('QR code with the secret below')).toBeVisible();
  const secret = await page.locator('.secret').innerText();
  await page.getByLabel('Code', { exact: true }).fill(computeCode(secret));
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByText('Authenticator app: “my phone”')).toBeVisible();
  return secret;
}

/** Afterward the browser is like one that has never visited the site. */
export async function clearBrowserData(page: Page): Promise<void> {
  // Away from pages that would go on without a session.
  await page.goto('/healthz');
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

/** Every call of the sign-in service takes two seconds longer. */
export async function delayAuthCalls(page: Page): Promise<void> {
  await page.route('**/auth/v1/**', async (route) => {
    await new Promise((done) => setTimeout(done, 2000));
    await route.continue();
  });
}

/** The account page asks the backend only when the test makes it: its live connection is never answered. */
export const withoutLiveData = (context: BrowserContext) =>
  context.routeWebSocket(/\/realtime\/v1\//, () => {});

/** As after a long sleep of the computer: the access token has expired, by its claims and by the cookie. */
export async function expireToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.+-auth-token$/.test(name)) ?? '';
    const session = JSON.parse(localStorage.getItem(key) ?? '{}');
    session.expires_at = Math.floor(Date.now() / 1000) - 10;
    localStorage.setItem(key, JSON.stringify(session));
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie is the browser's own.
    document.cookie = 'sb-access-token=; Path=/; Max-Age=0; SameSite=Lax';
  });
}
