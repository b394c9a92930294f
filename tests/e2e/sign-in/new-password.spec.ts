/** Setting a password: the meter, the form and the backend agree on what is too weak. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../harness/browser-test.ts';
import { freshEmail } from '../../harness/fresh-contact.ts';
import { enterEmail, openLogin } from '../../harness/login-page.ts';
import { watchRequests } from '../../harness/react-page.ts';
import { startSite } from '../../harness/start-site.ts';

const field = (page: Page) => page.getByLabel('Choose a password');
const meter = (page: Page) => page.locator('.strength');

async function openSignUp(page: Page, site = ''): Promise<void> {
  await openLogin(page, `${site}/login`);
  await enterEmail(page, freshEmail());
  await page.getByRole('button', { name: 'Create an account' }).click();
}

async function choose(page: Page, password: string): Promise<void> {
  await field(page).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

test(
  'a password that the meter calls too weak is not sent, and the field says why',
  { tag: '@phone' },
  async ({ page }) => {
    const sent = watchRequests(page, /\/signup$/);
    await openSignUp(page);
    for (const [password, words] of [
      ['abc', 'it is too short'],
      ['aaaaaaaaaaaaaaaa', 'it is easy to guess'],
    ] as const) {
      await choose(page, password);
      await expect(meter(page)).toHaveText('Too weak');
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      await expect(field(page)).toBeFocused();
      await expect(field(page)).toHaveValue(password);
    }
    expect(sent).toEqual([]);
  },
);

test('a password that the backend refuses is too weak for the meter as well', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/422 .*signup/);
  await openSignUp(page);
  // Nothing in it shows that many people use it.
  await choose(page, '1q2w3e4r5t');
  await expect(page.getByRole('alert').filter({ hasText: 'it is in a list of passwords' })).toBeVisible();
  await expect(meter(page)).toHaveText('Too weak');
  await field(page).fill('correct horse battery 9');
  await expect(meter(page)).toHaveText('Strong');
});

test('the meter knows the rules of the backend', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-rules-'));
  const config = join(folder, 'config.toml');
  await writeFile(config, '[auth]\nminimum_password_length = 12\npassword_requirements = "letters_digits"\n');
  const site = await startSite({ env: { LOG_REQUESTS: 'off', SUPABASE_CONFIG: config } });
  try {
    await openSignUp(page, site.url);
    await expect(meter(page)).toContainText('At least 12 characters');
    await choose(page, 'gT7!pq2zw');
    await expect(page.getByRole('alert').filter({ hasText: 'it is too short' })).toBeVisible();
    await choose(page, 'correct horse battery');
    await expect(page.getByRole('alert').filter({ hasText: 'more kinds of characters' })).toBeVisible();
    await expect(meter(page)).toHaveText('Too weak');
    // It looks for a newer build from time to time, and must not do so when the site has ended.
    await page.close();
  } finally {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
