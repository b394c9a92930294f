/** The captcha, with the widgets of both providers. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../harness/browser-test.ts';
import {
  blockWidget,
  type CaptchaProvider,
  type CaptchaSite,
  openCaptchaSite,
  stubWidget,
} from '../../harness/captcha-site.ts';
import { freshEmail } from '../../harness/fresh-contact.ts';
import { expectSignedIn, openLogin } from '../../harness/login-page.ts';
import { password } from '../../harness/sign-in-site.ts';

const providers: CaptchaProvider[] = ['turnstile', 'hcaptcha'];

for (const provider of providers) {
  test.describe(provider, () => {
    // One build of the site for all tests.
    test.describe.configure({ mode: 'default' });
    let site: CaptchaSite;
    test.beforeAll(async () => {
      test.setTimeout(240_000);
      site = await openCaptchaSite(provider);
    });
    test.afterAll(() => site.close());

    const pass = (page: Page) => page.getByRole('button', { name: 'I am a person' }).click();
    /** The lookup of an organization's login calls the backend, so it needs a captcha as well. */
    async function goToPassword(page: Page, email: string): Promise<void> {
      await openLogin(page, `${site.url}/login`);
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await pass(page);
      await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
    }

    test('the token reaches the backend, which verifies it, and each is used once', async ({
      page,
      expectMessage,
    }) => {
      expectMessage(/404 .*\/sso/);
      expectMessage(/400 .*grant_type=password/);
      await stubWidget(page, provider);
      const person = await site.createPerson();
      site.checked.length = 0;
      await goToPassword(page, person.email);
      await page.getByLabel('Password', { exact: true }).fill('not the password');
      await pass(page);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('alert')).toContainText('do not match');
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      // Before there is a token the form waits for it, and says so.
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByText('Please wait for the check above')).toBeVisible();
      await pass(page);
      await expectSignedIn(page);
      expect(site.checked).toEqual(['passed-1', 'passed-2', 'passed-3']);
    });

    test('a token that expires is renewed, and the old one is not sent', async ({ page, expectMessage }) => {
      expectMessage(/404 .*\/sso/);
      await stubWidget(page, provider);
      site.checked.length = 0;
      await goToPassword(page, freshEmail());
      await page.getByRole('button', { name: 'Create an account' }).click();
      await page.getByLabel('Choose a password').fill(password);
      await pass(page);
      await page.evaluate('letCaptchaExpire()');
      await page.getByRole('button', { name: 'Create account' }).click();
      await pass(page);
      await expectSignedIn(page);
      expect(site.checked).toEqual(['passed-1', 'passed-3']);
    });

    test('a user who chooses another sign-in method while a form waits for the captcha is not delayed', async ({
      page,
    }) => {
      await stubWidget(page, provider);
      site.checked.length = 0;
      await openLogin(page, `${site.url}/login`);
      await page.getByLabel('Email').fill(freshEmail());
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await expect(page.getByText('Please wait for the check above')).toBeVisible();
      await page.getByRole('button', { name: 'Use a phone number instead' }).click();
      await page.getByLabel('Phone').fill('+49 151 12345678');
      await pass(page);
      await page.getByRole('button', { name: 'Send a code' }).click();
      await expect(page.getByRole('heading', { name: 'Check your messages' })).toBeVisible();
      // The request of the other form was not sent.
      expect(site.checked).toEqual(['passed-1']);
    });

    test('a script that is blocked is reported, and no form waits for it', async ({
      page,
      expectMessage,
    }) => {
      expectMessage(/ERR_BLOCKED_BY_CLIENT/);
      expectMessage(/400 .*\/sso/);
      await blockWidget(page, provider);
      await openLogin(page, `${site.url}/login`);
      await page.getByLabel('Email').fill(freshEmail());
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await expect(page.getByText('could not be loaded. Please switch off what blocks it')).toBeVisible();
      await expect(page.getByRole('alert').filter({ hasText: 'that you are a person' }).last()).toBeVisible();
      await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled();
    });
  });
}
