/** Signing in without a password of this site: by a provider, a phone, a passkey. */
import type { Page } from '@playwright/test';
import { freshEmail } from '../../harness/fresh-contact.ts';
import {
  enterCode,
  expectSignedIn,
  openAccount,
  openLogin,
  signInWithPassword,
} from '../../harness/login-page.ts';
import { expect, type SignInSite, test } from '../../harness/sign-in-site.ts';
import { addVirtualKey } from '../../harness/virtual-key.ts';

const deepLink = '/account?tab=profile#name';

/** The page that the visitor requested before signing in. */
async function expectDeepLink(page: Page, site: SignInSite): Promise<void> {
  await expect(page).toHaveURL(site.url + deepLink);
  await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible();
}

test.describe('a provider', () => {
  test('signs in and returns to the deep link', { tag: '@hosted' }, async ({ page, signInSite }) => {
    const email = freshEmail();
    signInSite.company.person = { sub: email, email, email_verified: true, name: 'Grace Hopper' };
    await openLogin(page, deepLink);
    await page.getByRole('button', { name: 'Continue with Company' }).click();
    await expectDeepLink(page, signInSite);
    await expect(page.getByText(email).first()).toBeVisible();
  });

  test('is marked as the one used last', async ({ page, signInSite }) => {
    const email = freshEmail();
    signInSite.company.person = { sub: email, email, email_verified: true };
    await openLogin(page);
    await page.getByRole('button', { name: 'Continue with Company' }).click();
    await expectSignedIn(page);
    await openLogin(page);
    await expect(page.getByRole('button', { name: 'Continue with Company used last' })).toBeVisible();
  });

  test(
    'that the user denies leads to a plain message and a link to continue',
    { tag: '@hosted' },
    async ({ page, signInSite }) => {
      signInSite.company.isDenied = true;
      await openLogin(page);
      await page.getByRole('button', { name: 'Continue with Company' }).click();
      await expect(page).toHaveURL(/\/confirm/);
      await expect(page.getByRole('alert')).toContainText(/\w+/);
      await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
      signInSite.company.isDenied = false;
    },
  );

  test('that is broken leads there too, and the other methods still work', async ({ page, signInSite }) => {
    signInSite.company.trouble = (request, response) => {
      if (!request.url?.startsWith('/token')) return false;
      response.writeHead(500).end('broken');
      return true;
    };
    signInSite.company.person = { sub: 'someone', email: freshEmail(), email_verified: true };
    await openLogin(page);
    await page.getByRole('button', { name: 'Continue with Company' }).click();
    await expect(page).toHaveURL(/\/confirm/);
    await expect(page.getByRole('alert')).toContainText(/\w+/);
    signInSite.company.trouble = undefined;
    await openLogin(page);
    await signInWithPassword(page, await signInSite.createPerson());
    await expectSignedIn(page);
  });

  test('can be linked to an account and unlinked again', { tag: '@hosted' }, async ({ page, signInSite }) => {
    await openAccount(page, signInSite);
    signInSite.company.person = { sub: crypto.randomUUID(), email: freshEmail(), email_verified: true };
    await page.getByRole('button', { name: 'Link Company' }).click();
    const row = page.getByRole('listitem').filter({ hasText: 'Company' });
    await expect(row).toBeVisible();
    await expect(page).toHaveURL(`${signInSite.url}/account`);
    await row.getByRole('button', { name: 'Unlink' }).click();
    await expect(row).toHaveCount(0);
  });
});

test(
  'a phone number signs in with the code of a text message',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    await openLogin(page, deepLink);
    await page.getByRole('button', { name: 'Use a phone number instead' }).click();
    await page.getByLabel('Phone').fill('12');
    await page.getByRole('button', { name: 'Send a code' }).click();
    await expect(page.getByText('That is not a phone number.')).toBeVisible();
    await page.getByLabel('Phone').fill('+49 151 12345678');
    await page.getByRole('button', { name: 'Send a code' }).click();
    await enterCode(page, '123456');
    await expectDeepLink(page, signInSite);
  },
);

test(
  'a passkey that was created on the account page signs in',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    await addVirtualKey(page, 'internal');
    const person = await openAccount(page, signInSite);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'since' }).first()).toBeVisible();
    await page.getByRole('button', { name: 'Sign out here' }).click();
    // Signing out navigates; a user who continues before it has ended is still signed in.
    await expect(page).not.toHaveURL(/\/account/);
    await openLogin(page, deepLink);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expectDeepLink(page, signInSite);
    await expect(page.getByText(person.email).first()).toBeVisible();
  },
);
