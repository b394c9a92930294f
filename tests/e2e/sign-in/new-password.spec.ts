/** Setting a password: the meter, the form and the backend agree on what is accepted. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../harness/browser-test.ts';
import { freshEmail } from '../../harness/fresh-contact.ts';
import { openLogin } from '../../harness/login-page.ts';
import { watchRequests } from '../../harness/react-page.ts';
import { startSite } from '../../harness/start-site.ts';

const field = (page: Page) => page.getByLabel('Choose a password');
const meter = (page: Page) => page.locator('.strength');

async function openSignUp(page: Page, site = ''): Promise<void> {
  await openLogin(page, `${site}/login?new`);
  await page.getByLabel('Email').fill(freshEmail());
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

async function choose(page: Page, password: string): Promise<void> {
  await field(page).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

test(
  'a password that the meter refuses is not sent, and both the meter and the field say what it needs',
  { tag: '@phone' },
  async ({ page }) => {
    const sent = watchRequests(page, /\/signup$/);
    await openSignUp(page);
    for (const [password, label, words] of [
      ['abc', 'Too short: at least 8 characters', 'it needs at least 8 characters'],
      ['long '.repeat(15), 'Too long: at most 72 characters', 'it can have at most 72 characters'],
    ] as const) {
      await choose(page, password);
      await expect(meter(page)).toHaveText(label);
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      await expect(field(page)).toBeFocused();
      await expect(field(page)).toHaveValue(password);
    }
    expect(sent).toEqual([]);
  },
);

test('a password that is easy to guess is called that, and is accepted as the backend accepts it', async ({
  page,
}) => {
  await openSignUp(page);
  await field(page).fill('ababababababab');
  await expect(meter(page)).toHaveText('Easy to guess');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your messages' })).toBeVisible();
});

test('a password that the backend refuses is not accepted by the meter either', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/422 .*signup/);
  await openSignUp(page);
  // Nothing in it shows that many people use it.
  await choose(page, '1q2w3e4r5t');
  await expect(page.getByRole('alert').filter({ hasText: 'it is in a list of passwords' })).toBeVisible();
  await expect(meter(page)).toHaveText('Not accepted');
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
    await expect(page.getByRole('alert').filter({ hasText: 'at least 12 characters' })).toBeVisible();
    await choose(page, 'correct horse battery');
    await expect(page.getByRole('alert').filter({ hasText: 'it needs a number' })).toBeVisible();
    await expect(meter(page)).toHaveText('Still missing: a number');
    // It looks for a newer build from time to time, and must not do so when the site has ended.
    await page.close();
  } finally {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
