/** What is typed, chosen, filled in or pressed before React is there is kept, and is answered once it is. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { changeFields } from '../harness/early-fields.ts';
import { type Held, holdRequests } from '../harness/hold-requests.ts';
import { waitForReact } from '../harness/login-page.ts';

const address = 'kim@example.com';
const email = (page: Page) => page.getByLabel('E-mail');
const password = (page: Page) => page.getByLabel('Password', { exact: true });

/** The page as the server sent it, with the boot script alone. */
async function openWithoutReact(page: Page, path: string): Promise<Held> {
  const scripts = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('footer').waitFor();
  return scripts;
}

/** React is there, and everything that it asks for at the start has been answered and drawn. */
async function letReactCome(page: Page, scripts: Held): Promise<void> {
  scripts.release();
  await waitForReact(page);
  await page.waitForLoadState('networkidle');
}

for (const path of [
  '/login',
  '/confirm',
  '/account',
  '/baby-names',
  '/baby-names?name=Emma',
  '/baby-names?compare=Emma&compare=Olivia',
  '/running',
  '/posts/guide/writing',
]) {
  test(`every field of ${path} keeps what it holds when React comes`, async ({ page }) => {
    const scripts = await openWithoutReact(page, path);
    const readFields = await changeFields(page);
    const before = await readFields();
    await page.locator('header a').first().hover();
    await letReactCome(page, scripts);
    expect(await readFields()).toEqual(before);
  });
}

for (const [way, send] of [
  ['Enter', (page: Page) => email(page).press('Enter')],
  ['a click', (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click()],
] as const) {
  test(`an address that is sent by ${way} before React is there leads on`, async ({ page }) => {
    const scripts = await openWithoutReact(page, '/login');
    await email(page).fill(address);
    await send(page);
    expect(scripts.requests.length).toBeGreaterThan(0);
    scripts.release();
    await expect(password(page)).toBeFocused();
    await expect(page.getByText(address)).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
  });

  test(`an address that is sent by ${way} at once leads on, on a slow machine`, async ({ page }) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto('/login');
    await email(page).fill(address);
    await send(page);
    await expect(password(page)).toBeFocused();
    await expect(page.getByText(address)).toBeVisible();
  });
}

test('no letter is lost while React takes over', async ({ page }) => {
  const payload = await holdRequests(page, /\/login\/_payload\.json/);
  await page.goto('/login', { waitUntil: 'commit' });
  await email(page).focus();
  await expect.poll(() => payload.requests.length).toBe(1);
  for (const [index, letter] of [...address].entries()) {
    if (index === 3) payload.release();
    await page.keyboard.press(letter);
  }
  await waitForReact(page);
  await page.waitForLoadState('networkidle');
  await expect(email(page)).toHaveValue(address);
  await email(page).press('Enter');
  await expect(page.getByText(address)).toBeVisible();
});
