/** A session that another party has put into an address signs no visitor in without a confirmation. Flows that this browser began need none. */
import type { Page } from '@playwright/test';
import { freshEmail } from '../../harness/fresh-contact.ts';
import {
  enterEmail,
  expectSignedIn,
  expectSignedOut,
  openAccount,
  openLogin,
  openMailLink,
  sessionCookies,
} from '../../harness/login-page.ts';
import { runAxeInBothThemes } from '../../harness/run-axe.ts';
import { expect, type SignInSite, test } from '../../harness/sign-in-site.ts';
import { strangersTokens } from '../../harness/strangers-tokens.ts';

const pages = ['/', '/posts/guide/writing', '/login', '/account', '/confirm'];

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const storedSession = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.+-auth-token$/.test(name));
    return key ? JSON.parse(localStorage.getItem(key) ?? '{}').user.email : undefined;
  });

async function isSessionValid(site: SignInSite, token: string): Promise<boolean> {
  const { data } = await site.admin.auth.getUser(token);
  return data.user !== null;
}

for (const path of pages) {
  test(`signed out, at ${path}: the page asks, and the visitor stays signed out`, async ({
    page,
    signInSite,
  }) => {
    const { person, accessToken, fragment } = await strangersTokens(signInSite);
    await page.goto(`${path}#${fragment}`);
    const question = page.getByRole('heading', { name: `Sign in as ${person.email}?` });
    await expect(question).toBeFocused();
    await expectSignedOut(page);
    expect([await sessionCookies(page), await storedSession(page)]).toEqual([[], undefined]);
    await press(page, 'Do not sign in');
    await expect(page).toHaveURL(`${signInSite.url}/`);
    await expectSignedOut(page);
    expect([await sessionCookies(page), await storedSession(page)]).toEqual([[], undefined]);
    expect(await isSessionValid(signInSite, accessToken)).toBe(false);
  });
}

for (const path of pages.filter((name) => name !== '/account')) {
  test(`signed in, at ${path}: the page asks, and the visitor stays signed in to their account`, async ({
    page,
    signInSite,
  }) => {
    const me = await openAccount(page, signInSite);
    const { person, fragment } = await strangersTokens(signInSite);
    await page.goto(`${path}#${fragment}`);
    const words = `You are signed in as ${me.email}. Switch to ${person.email}?`;
    await expect(page.getByRole('heading', { name: words })).toBeFocused();
    expect(await storedSession(page)).toBe(me.email);
    // By keyboard: the first answer is to stay.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${signInSite.url}/`);
    await page.goto('/account');
    await expect(page.getByText(me.email).first()).toBeVisible();
  });
}

test(
  'a visitor who agrees is switched, and the previous session is ended',
  { tag: '@hosted' },
  async ({ page, context, signInSite }) => {
    const me = await openAccount(page, signInSite);
    const [before] = (await context.cookies()).filter(({ name }) => name === 'sb-access-token');
    const { person, fragment } = await strangersTokens(signInSite);
    await page.goto(`/#${fragment}`);
    await press(page, 'Switch');
    await expect(page).toHaveURL(`${signInSite.url}/`);
    expect(await storedSession(page)).toBe(person.email);
    expect(await isSessionValid(signInSite, before?.value ?? '')).toBe(false);
    await page.goto('/account');
    await expect(page.getByText(person.email).first()).toBeVisible();
    await expect(page.getByText(me.email)).toHaveCount(0);
    // The address worked once: the same one leads to a question again, unless the answer would change nothing.
    await page.goto(`/confirm#${fragment}`);
    await expect(page).toHaveURL(`${signInSite.url}/`);
    await expectSignedIn(page);
  },
);

test(
  'a recovery that was requested elsewhere asks first, and then for a new password',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    await openAccount(page, signInSite);
    const { fragment } = await strangersTokens(signInSite, { type: 'recovery' });
    await page.goto(`/#${fragment}`);
    await press(page, 'Switch');
    await page.getByLabel('New password').fill('another good one 7');
    await press(page, 'Save password');
    await expect(page).toHaveURL(`${signInSite.url}/`);
  },
);

test(
  'a session that is taken after the question is one in an address: an expired one shows a message',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    const warnings: string[] = [];
    page.on('console', (message) => void (message.type() === 'warning' && warnings.push(message.text())));
    const { fragment } = await strangersTokens(signInSite);
    const tokens = new URLSearchParams(fragment);
    tokens.set('expires_at', String(Number(tokens.get('expires_at')) - 200));
    await page.goto(`/#${tokens}`);
    await press(page, 'Sign in');
    await expect(page).toHaveURL(`${signInSite.url}/`);
    await expectSignedIn(page);
    expect(warnings.join()).toContain('issued over 120s ago');
  },
);

test(
  'the link of a mail to another user asks first, and can be declined',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    const me = await openAccount(page, signInSite);
    const stranger = await signInSite.createPerson();
    const { data } = await signInSite.admin.auth.admin.generateLink({
      type: 'magiclink',
      email: stranger.email,
      options: { redirectTo: `${signInSite.url}/confirm` },
    });
    await openMailLink(page, signInSite, data.properties?.action_link ?? '', 'Continue');
    const words = `You are signed in as ${me.email}. Switch to ${stranger.email}?`;
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
    await press(page, 'Stay signed in');
    await expect(page).toHaveURL(`${signInSite.url}/`);
    expect(await storedSession(page)).toBe(me.email);
  },
);

test(
  'neither a query nor a made-up flow id bypasses the question',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    const me = await openAccount(page, signInSite);
    const { fragment } = await strangersTokens(signInSite);
    await page.goto(`/confirm?${fragment}`);
    await expect(page).toHaveURL(`${signInSite.url}/`);
    expect(await storedSession(page)).toBe(me.email);
    await page.goto(`/confirm?flow=0123456789abcdef#${fragment}`);
    await expect(page.getByRole('heading', { name: /Switch to/ })).toBeVisible();
    expect(await storedSession(page)).toBe(me.email);
  },
);

test(
  'expired tokens lead to a plain message',
  { tag: '@hosted' },
  async ({ page, signInSite, expectMessage }) => {
    expectMessage(/40\d .*\/auth\/v1\/user/);
    const { person, fragment } = await strangersTokens(signInSite);
    await signInSite.admin.auth.admin.deleteUser(person.id);
    await page.goto(`/#${fragment}`);
    await expect(page.getByRole('alert')).toContainText('has expired or was already used');
    await expectSignedOut(page);
  },
);

test('the question has no accessibility fault', async ({ page, signInSite }) => {
  await openAccount(page, signInSite);
  const { fragment } = await strangersTokens(signInSite);
  await page.goto(`/confirm#${fragment}`);
  await expect(page.getByRole('heading', { name: /Switch to/ })).toBeVisible();
  expect(await runAxeInBothThemes(page)).toEqual([]);
});

test.describe('what this browser began', () => {
  test('a flow id is valid for one return', { tag: '@hosted' }, async ({ page, signInSite }) => {
    const email = freshEmail();
    signInSite.company.person = { sub: email, email, email_verified: true };
    const flows: string[] = [];
    page.on('request', (request) => flows.push(new URL(request.url()).searchParams.get('flow') ?? ''));
    await openLogin(page);
    await press(page, 'Continue with Company');
    await expectSignedIn(page);
    const flow = flows.find((name) => name !== '');
    expect(flow).toMatch(/^[0-9a-f]{32}$/);
    const { fragment } = await strangersTokens(signInSite);
    await page.goto(`/confirm?flow=${flow}#${fragment}`);
    await expect(page.getByRole('heading', { name: /Switch to/ })).toBeVisible();
    expect(await storedSession(page)).toBe(email);
  });

  test(
    'continues in two tabs that are at the provider at once',
    { tag: '@hosted' },
    async ({ page, context, signInSite }) => {
      const email = freshEmail();
      signInSite.company.person = { sub: email, email, email_verified: true };
      const tabs = [page, await context.newPage()];
      const held: (() => void)[] = [];
      signInSite.company.trouble = ({ url = '' }, response) => {
        if (!url.startsWith('/auth?')) return false;
        held.push(() => response.writeHead(302, { location: url }).end());
        return true;
      };
      for (const tab of tabs) {
        await openLogin(tab, `${signInSite.url}/login`);
        await tab.getByRole('button', { name: 'Continue with Company' }).click({ noWaitAfter: true });
      }
      await expect.poll(() => held.length).toBe(2);
      signInSite.company.trouble = undefined;
      for (const [index, tab] of tabs.entries()) {
        held[index]?.();
        await expect(tab).toHaveURL(`${signInSite.url}/`);
        await expectSignedIn(tab);
      }
    },
  );

  test(
    'is taken without a question, and a mail’s link too',
    { tag: '@hosted' },
    async ({ page, signInSite }) => {
      const { email } = await signInSite.createPerson();
      await openLogin(page);
      await enterEmail(page, email);
      await press(page, 'Send me a link and a code instead');
      const { link } = await signInSite.mails.take(email);
      await openMailLink(page, signInSite, link, 'Sign in');
      await expect(page).toHaveURL(`${signInSite.url}/`);
      expect(await storedSession(page)).toBe(email);
    },
  );
});

test(
  'a provider’s answer to a flow of another browser signs no visitor in',
  { tag: '@hosted' },
  async ({ page, browser, hosted, signInSite }) => {
    const email = freshEmail();
    signInSite.company.person = { sub: email, email, email_verified: true };
    const elsewhere = await browser.newContext();
    const stranger = await elsewhere.newPage();
    const begun = new Promise<string>((resolve) => {
      signInSite.company.trouble = ({ url = '' }, response) => {
        if (!url.startsWith('/auth?')) return false;
        response.writeHead(204).end();
        resolve(signInSite.company.issuer + url);
        return true;
      };
    });
    await openLogin(stranger, `${signInSite.url}/login`);
    await press(stranger, 'Continue with Company');
    const authorization = await begun;
    signInSite.company.trouble = undefined;
    await page.goto((await signInSite.company.signIn(authorization)).href);
    // A hosted project has no such setting: there the page asks.
    if (hosted) await expect(page.getByRole('heading', { name: `Sign in as ${email}?` })).toBeVisible();
    else await expect(page.getByRole('alert')).toContainText('begun in another browser');
    await expectSignedOut(page);
    expect([await sessionCookies(page), await storedSession(page)]).toEqual([[], undefined]);
    await elsewhere.close();
  },
);
