/** The page on which a user allows or denies an application access. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import {
  type Application,
  callback,
  registerPlanner,
  signUpVisitor,
  startSiteForApplications,
} from '../harness/oauth-application.ts';
import { startOtherSite } from '../harness/other-site.ts';
import { runAxeInBothThemes } from '../harness/run-axe.ts';
import type { SiteAndBackend } from '../harness/site-and-backend.ts';

// One site for all tests: otherwise each worker starts one.
test.describe.configure({ mode: 'default' });
// Addresses are absolute, so that a worker of the hosted project need not start the shared site as well.
test.use({ baseURL: 'http://localhost' });

let site: SiteAndBackend;
let planner: Application;
test.beforeAll(async ({ hosted }) => {
  // Starting two processes takes long on a busy machine.
  test.setTimeout(120_000);
  site = await startSiteForApplications(hosted);
  planner = await registerPlanner(site);
});
test.afterAll(() => site.stop());

/** The website of the application, on another origin. */
async function answerAsPlanner(page: Page): Promise<void> {
  await page.route(`${callback}*`, (route) =>
    route.fulfill({ body: '<title>Planner</title>', contentType: 'text/html' }),
  );
}

const allow = (page: Page) => page.getByRole('button', { name: 'Allow', exact: true });

test(
  'a visitor without a session signs in first and returns',
  { tag: '@hosted' },
  async ({ page, context }) => {
    await page.goto(planner.link('email'));
    await expect(page).toHaveURL(`${site.url}/login`);
    const cookie = (await context.cookies()).find(({ name }) => name === 'sb-redirect-path');
    const way = decodeURIComponent(cookie?.value ?? '');
    expect(way).toMatch(/^\/oauth\/consent\?authorization_id=[\w-]{32}$/);
    await (await signUpVisitor(site)).enter(context);
    await page.goto(site.url + way);
    await expect(page.getByRole('main')).toContainText('Garden Planner');
  },
);

test(
  'it shows the application, the account, the scopes and the target; allowing redirects with a code',
  { tag: '@hosted' },
  async ({ page, context }) => {
    const { email, enter } = await signUpVisitor(site);
    await enter(context);
    await answerAsPlanner(page);
    await page.goto(planner.link('openid email phone'));
    const main = page.getByRole('main');
    await expect(main).toContainText('Garden Planner wants to sign you in with your Porchlight account');
    await expect(main).toContainText(email);
    await expect(main.getByRole('listitem')).toHaveText([
      'Recognize you each time you come back',
      `See your email address (${email})`,
      'See your phone number',
      /on your behalf/,
    ]);
    await expect(main).toContainText('planner.example (a website)');
    await allow(page).click();
    await page.waitForURL(`${callback}?*`);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get('code')).toMatch(/^[\w-]{36}$/);
    expect([searchParams.get('state'), searchParams.get('iss')]).toEqual([
      'mine',
      `${site.backendUrl}/auth/v1`,
    ]);
  },
);

test('denying redirects as well, with an error', { tag: '@hosted' }, async ({ page, context }) => {
  await (await signUpVisitor(site)).enter(context);
  await answerAsPlanner(page);
  await page.goto(planner.link('email'));
  await page.getByRole('button', { name: 'Do not allow' }).click();
  await page.waitForURL(`${callback}?*`);
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
});

test('what was allowed once is not asked again', { tag: '@hosted' }, async ({ page, context }) => {
  await (await signUpVisitor(site)).enter(context);
  await answerAsPlanner(page);
  await page.goto(planner.link('email'));
  await allow(page).click();
  await page.waitForURL(`${callback}?*`);
  await page.goto(planner.link('email'));
  await page.waitForURL(`${callback}?*`);
  await page.goto(planner.link('email profile'));
  await expect(allow(page)).toBeVisible();
});

test(
  'a request that has been answered is not answered again',
  { tag: '@hosted' },
  async ({ page, context, expectMessage }) => {
    expectMessage(/status of 400/);
    await (await signUpVisitor(site)).enter(context);
    await answerAsPlanner(page);
    await page.goto(planner.link('email'));
    await expect(allow(page)).toBeVisible();
    const address = page.url();
    await allow(page).click();
    await page.waitForURL(`${callback}?*`);
    await page.goto(address);
    await expect(page.getByRole('main').getByRole('status')).toContainText('was already answered');
  },
);

test(
  'a request of another user, or an unknown one, shows a message',
  { tag: '@hosted' },
  async ({ page, context, browser, expectMessage }) => {
    expectMessage(/status of 404/);
    const other = await browser.newContext();
    await (await signUpVisitor(site)).enter(other);
    const theirs = await other.newPage();
    await theirs.goto(planner.link('email'));
    await expect(allow(theirs)).toBeVisible();
    await (await signUpVisitor(site)).enter(context);
    await page.goto(theirs.url());
    await other.close();
    await expect(page.getByRole('main').getByRole('status')).toContainText('someone else has opened it');
    await page.goto(`${site.url}/oauth/consent`);
    await expect(page.getByRole('main').getByRole('status')).toContainText('there is no request here');
  },
);

test('an application with a wrong redirect address is not followed', { tag: '@hosted' }, async ({ page }) => {
  const link = new URL(planner.link('email'));
  link.searchParams.set('redirect_uri', 'https://evil.example');
  await page.goto(link.href);
  await expect(page).toHaveURL(`${site.url}/oauth/consent?error=validation_failed`);
  await expect(page.getByRole('main').getByRole('status')).toContainText('nothing was sent to it');
});

test('a session in the fragment is not passed on to an application', async ({ page }) => {
  const other = await startOtherSite();
  const application = await registerPlanner(site, 'Other', `http://${other.host}/in`);
  // An invalid request is answered at once, by a redirect.
  await page.goto(`${application.link('no-such-scope')}#access_token=secret`);
  expect(new URL(page.url()).host).toBe(other.host);
  expect(new URL(page.url()).searchParams.get('error')).toBe('invalid_scope');
  expect(page.url()).not.toContain('secret');
  other.close();
});

test('a request that fails for a moment is retried once, automatically', async ({
  page,
  context,
  expectMessage,
}) => {
  expectMessage(/503/);
  await (await signUpVisitor(site)).enter(context);
  let asked = 0;
  await page.route(/\/oauth\/authorizations\//, (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 503, body: '{}' }) : route.continue();
  });
  await page.goto(planner.link('email'));
  await expect(allow(page)).toBeVisible();
  expect(asked).toBe(2);
});

test('when the site cannot be reached, the user can try again', async ({ page, context, expectMessage }) => {
  expectMessage(/ERR_INTERNET_DISCONNECTED/);
  await (await signUpVisitor(site)).enter(context);
  await answerAsPlanner(page);
  await page.goto(planner.link('email'));
  await expect(allow(page)).toBeVisible();
  await context.setOffline(true);
  await allow(page).click();
  await expect(page.getByRole('main').getByRole('status')).toContainText('could not be reached');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await allow(page).click();
  await page.waitForURL(`${callback}?*`);
});

test('axe finds nothing, and a very long name does not break the page', async ({ page, context }) => {
  const long = await registerPlanner(site, `Ever${'longer'.repeat(40)}`);
  await (await signUpVisitor(site)).enter(context);
  await page.goto(long.link('openid email profile phone offline_access'));
  await expect(allow(page)).toBeVisible();
  expect(await runAxeInBothThemes(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  const box = await page.locator('.consent').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
});

test('the server’s metadata documents are at their standard addresses', { tag: '@hosted' }, async () => {
  for (const name of ['oauth-authorization-server', 'openid-configuration'])
    for (const address of [`/.well-known/${name}/auth/v1`, `/auth/v1/.well-known/${name}`]) {
      const response = await fetch(site.backendUrl + address);
      expect(await response.json()).toMatchObject({ issuer: `${site.backendUrl}/auth/v1` });
    }
});
