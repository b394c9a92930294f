/** Input and clicks from before hydration are kept, and handled after it. */
import { chromium, type Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { changeFields, fillInByBrowser } from '../harness/early-fields.ts';
import { browserArguments, findBrowser } from '../harness/find-browser.ts';
import { type Held, holdRequests } from '../harness/hold-requests.ts';
import { waitForReact } from '../harness/login-page.ts';
import { isMarked, markDocument } from '../harness/react-page.ts';

const address = 'kim@example.com';
const email = (page: Page) => page.getByLabel('Email');
const distance = (page: Page) => page.getByRole('textbox', { name: 'Distance' });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

/** The page as the server sent it, with the boot script alone. */
async function openWithoutReact(page: Page, path: string): Promise<Held> {
  const scripts = await holdRequests(page, /\/assets\/.*\.js$/);
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('footer').waitFor();
  return scripts;
}

/** React has hydrated the page, and its first requests are answered and rendered. */
async function releaseReact(page: Page, scripts: Held): Promise<void> {
  scripts.release();
  await waitForReact(page);
  await page.waitForLoadState('networkidle');
}

/** The step after the address is shown, for this address. */
async function expectPasswordStep(page: Page): Promise<void> {
  await expect(password(page)).toBeFocused();
  await expect(page.getByText(address)).toBeVisible();
}

/** The field holds the address, and so does the request. */
async function expectSent(page: Page): Promise<void> {
  await expect(email(page)).toHaveValue(address);
  await email(page).press('Enter');
  await expectPasswordStep(page);
}

/** A browser that fills in forms and has a back/forward cache, which that of the other tests has not. */
async function openWholeBrowser(baseURL: string, ignoreDefaultArgs: string[] = []) {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: browserArguments(),
    ignoreDefaultArgs,
  });
  return { page: await browser.newPage({ baseURL }), close: () => browser.close() };
}

for (const path of [
  '/login',
  '/confirm',
  '/baby-names',
  '/baby-names/emma',
  '/baby-names?compare=Emma&compare=Olivia',
  '/running/pace',
  '/posts/guide/writing',
]) {
  test(`every field of ${path} keeps its value at hydration`, async ({ page }) => {
    const scripts = await openWithoutReact(page, path);
    const readFields = await changeFields(page);
    const before = await readFields();
    await page.locator('header a').first().hover();
    await releaseReact(page, scripts);
    expect(await readFields()).toEqual(before);
  });
}

for (const [way, send] of [
  ['Enter', (page: Page) => email(page).press('Enter')],
  ['a click', (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click()],
] as const) {
  test(`an address that is submitted by ${way} before hydration leads to the next step`, async ({ page }) => {
    const scripts = await openWithoutReact(page, '/login');
    await email(page).fill(address);
    await send(page);
    expect(scripts.requests.length).toBeGreaterThan(0);
    scripts.release();
    await expectPasswordStep(page);
    expect(new URL(page.url()).search).toBe('');
  });

  test(`an address that is submitted by ${way} at once leads to the next step, on a slow machine`, async ({
    page,
  }) => {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto('/login');
    await email(page).fill(address);
    await send(page);
    await expectPasswordStep(page);
  });
}

test('no letter is lost during hydration', async ({ page }) => {
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
  await expectSent(page);
});

test('an address that the browser fills in is the one that is sent', async ({ sharedSite }) => {
  const { page, close } = await openWholeBrowser(sharedSite);
  const scripts = await openWithoutReact(page, '/login');
  await fillInByBrowser(page, email(page), [{ name: 'EMAIL_ADDRESS', value: address }]);
  await expect(email(page)).toHaveValue(address);
  await expect(page.locator('input:autofill')).toHaveCount(1);
  await releaseReact(page, scripts);
  await expectSent(page);
  await close();
});

test('an address that the browser restores when going back is the one that is sent', async ({ page }) => {
  const scripts = await openWithoutReact(page, '/login');
  await email(page).fill(address);
  await page.goto('/about');
  await page.goBack();
  await expect(email(page)).toHaveValue(address);
  await releaseReact(page, scripts);
  await expectSent(page);
});

test('a page from the back/forward cache continues with what was typed', async ({ sharedSite }) => {
  // Playwright disables the cache, because requests can only be held without it.
  const { page, close } = await openWholeBrowser(sharedSite, ['--disable-back-forward-cache']);
  await page.goto('/login');
  await email(page).fill(address);
  // Chromium can drop a page that is left while it is busy: an event of its own, such as for the filled field, then arrives too late.
  await waitForReact(page);
  await page.waitForLoadState('networkidle');
  await markDocument(page);
  await page.goto('/about');
  await page.goBack({ waitUntil: 'commit' });
  expect(await isMarked(page)).toBe(true);
  await waitForReact(page);
  await expectSent(page);
  await close();
});

test('the calculator works with values that were typed and chosen before hydration', async ({ page }) => {
  const scripts = await openWithoutReact(page, '/running/pace');
  await page.getByLabel('Unit').selectOption('Miles');
  await distance(page).fill('5');
  await page.getByLabel('Time', { exact: true }).fill('40:00');
  await page.getByLabel('A split every').selectOption('5 km');
  await releaseReact(page, scripts);
  await expect(distance(page)).toHaveValue('5');
  await expect(page.getByLabel('Pace per mile')).toHaveValue('8:00');
  await expect(page.getByRole('table', { name: 'Splits' }).getByRole('row')).toHaveText([
    'DistanceSplitElapsed',
    '5 mi40:0040:00',
  ]);
});

test('a form button that is pressed before hydration works', async ({ page }) => {
  const scripts = await openWithoutReact(page, '/running/pace');
  await page.getByRole('button', { name: 'Half marathon' }).click();
  await releaseReact(page, scripts);
  await expect(distance(page)).toHaveValue('21.098');
});

test('a button of a lazily loaded component works as well', async ({ page }) => {
  const scripts = await openWithoutReact(page, '/baby-names?compare=Emma&compare=Olivia');
  const part = await holdRequests(page, /\/assets\/name-comparison-/);
  const heart = page
    .locator('#compare')
    .getByRole('button', { name: /shortlist/ })
    .first();
  await heart.click();
  scripts.release();
  await waitForReact(page);
  await expect.poll(() => part.requests.length).toBe(1);
  part.release();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});

test('a button that is pressed during hydration works once', async ({ page }) => {
  const payload = await holdRequests(page, /\/baby-names\/_payload\.json/);
  await page.goto('/baby-names?starts=emma');
  const heart = page.getByRole('button', { name: 'Emma: on the shortlist' }).first();
  await heart.focus();
  await expect.poll(() => payload.requests.length).toBe(1);
  await heart.evaluate((button: HTMLButtonElement) => {
    const root = document.getElementById('root');
    if (!root) throw new Error('The page has no root.');
    const { addEventListener } = root;
    // React has added its listeners, and has rendered nothing yet.
    root.addEventListener = (...listening: Parameters<typeof addEventListener>) => {
      if (listening[0] === 'click') queueMicrotask(() => button.dataset.pressed ?? press(button));
      addEventListener.apply(root, listening);
    };
    function press(pressed: HTMLButtonElement) {
      pressed.dataset.pressed = document.documentElement.dataset.react ?? 'early';
      pressed.click();
    }
  });
  payload.release();
  await waitForReact(page);
  await page.waitForLoadState('networkidle');
  await expect(heart).toHaveAttribute('data-pressed', 'early');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});
