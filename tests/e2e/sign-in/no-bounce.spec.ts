/**
 * No user is sent back to the login page after signing in, by any method, with a cold cache and a backend that takes two seconds for every
 * answer.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { computeNextCode } from '../../harness/authenticator-app.ts';
import { freshEmail } from '../../harness/fresh-contact.ts';
import {
  addAuthenticator,
  clearBrowserData,
  delayAuthCalls,
  enterCode,
  enterEmail,
  openAccount,
  openLogin,
  openMailLink,
  signInWithPassword,
} from '../../harness/login-page.ts';
import { expect, password, type SignInSite, test } from '../../harness/sign-in-site.ts';
import { addVirtualKey } from '../../harness/virtual-key.ts';

const deepLink = '/account?tab=profile#name';

interface SignInMethod {
  name: string;
  /** What has to exist before, made at full speed. */
  prepare?(page: Page, site: SignInSite): Promise<Record<string, string>>;
  signIn(page: Page, site: SignInSite, prepared: Record<string, string>): Promise<void>;
}

const methods: SignInMethod[] = [
  {
    name: 'a password',
    signIn: async (page, site) => signInWithPassword(page, await site.createPerson()),
  },
  {
    name: 'a new account',
    async signIn(page, site) {
      const email = freshEmail();
      await enterEmail(page, email);
      await page.getByRole('button', { name: 'Create an account' }).click();
      await page.getByLabel('Choose a password').fill(password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await enterCode(page, (await site.mails.take(email)).code);
    },
  },
  {
    name: 'the code of a mail',
    async signIn(page, site) {
      const { email } = await site.createPerson();
      await enterEmail(page, email);
      await page.getByRole('button', { name: 'Send me a link and a code instead' }).click();
      await enterCode(page, (await site.mails.take(email)).code);
    },
  },
  {
    name: 'the link of a mail',
    async signIn(page, site) {
      const { email } = await site.createPerson();
      await enterEmail(page, email);
      await page.getByRole('button', { name: 'Send me a link and a code instead' }).click();
      await openMailLink(page, site, (await site.mails.take(email)).link, 'Sign in');
    },
  },
  {
    name: 'a forgotten password',
    async signIn(page, site) {
      const { email } = await site.createPerson();
      await enterEmail(page, email);
      await page.getByRole('button', { name: 'I forgot my password' }).click();
      await openMailLink(page, site, (await site.mails.take(email)).link, 'Continue');
      await page.getByLabel('New password').fill('another good one 7');
      await page.getByRole('button', { name: 'Save password' }).click();
    },
  },
  {
    name: 'a provider',
    async signIn(page, site) {
      const email = freshEmail();
      site.company.person = { sub: email, email, email_verified: true };
      await page.getByRole('button', { name: 'Continue with Company' }).click();
    },
  },
  {
    name: 'a text message',
    async signIn(page) {
      await page.getByRole('button', { name: 'Use a phone number instead' }).click();
      await page.getByLabel('Phone').fill('+49 151 12345678');
      await page.getByRole('button', { name: 'Send a code' }).click();
      await enterCode(page, '123456');
    },
  },
  {
    name: 'a passkey',
    async prepare(page, site) {
      await addVirtualKey(page, 'internal');
      await openAccount(page, site);
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      await expect(page.getByRole('listitem').filter({ hasText: 'since' }).first()).toBeVisible();
      return {};
    },
    signIn: (page) => page.getByRole('button', { name: 'Use a passkey' }).click(),
  },
  {
    name: 'a password and a second factor',
    async prepare(page, site) {
      const { email } = await openAccount(page, site);
      return { email, secret: await addAuthenticator(page) };
    },
    async signIn(page, _site, { email = '', secret = '' }) {
      await signInWithPassword(page, { email, password });
      await enterCode(page, computeNextCode(secret));
    },
  },
];

// At the same time, each in a browser of its own: they mostly wait.
test('after signing in by each method', async ({ openWatched, signInSite }) => {
  const run = async (method: SignInMethod) => signInAndReload(await openWatched(), signInSite, method);
  await Promise.all(methods.map((method) => test.step(method.name, () => run(method))));
});

async function signInAndReload(context: BrowserContext, site: SignInSite, { prepare, signIn }: SignInMethod) {
  const page = await context.newPage();
  const prepared = (await prepare?.(page, site)) ?? {};
  if (prepare) await clearBrowserData(page);
  await delayAuthCalls(page);
  await openLogin(page, deepLink);
  const visited: string[] = [];
  page.on('framenavigated', (frame) => void visited.push(new URL(frame.url()).pathname));
  await signIn(page, site, prepared);
  await expect(page).toHaveURL(site.url + deepLink);
  await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible();
  expect(visited).not.toContain('/login');
  await context.close();
}
