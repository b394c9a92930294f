/** The files of `npm run export` on a static host: no server answers questions. */
import type { Page } from '@playwright/test';
import { test as base, expect } from '../harness/browser-test.ts';
import { crawlSite } from '../harness/crawl-site.ts';
import { readPage } from '../harness/kept-pages.ts';
import {
  accountMenu,
  expectSignedIn,
  expectSignedOut,
  signInWithPassword,
  waitForAccountSections,
  waitForReact,
} from '../harness/login-page.ts';
import { isMarked, loadReact, markDocument, openWithReact } from '../harness/react-page.ts';
import { runAxe } from '../harness/run-axe.ts';
import { gpxFile } from '../harness/run-files.ts';
import { importRuns, openRun } from '../harness/running-page.ts';
import type { ServedFolder } from '../harness/serve-folder.ts';
import { openSignInSite, type SignInSite } from '../harness/sign-in-site.ts';
import { startStaticSite } from '../harness/static-site.ts';

interface HostedSite {
  /** Its files. */
  static: ServedFolder;
  /** The project, with a site of its own. */
  project: SignInSite;
}

const test = base.extend<object, { staticSite: ServedFolder; hostedSite: HostedSite }>({
  staticSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const site = await startStaticSite();
      await use(site);
      site.close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  hostedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const { site: project, close } = await openSignInSite({ hosted: true });
      const env = { SUPABASE_URL: project.backendUrl, SUPABASE_KEY: project.publicKey };
      const served = await startStaticSite({ env });
      await use({ static: served, project });
      served.close();
      await close();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ staticSite }, use) => {
    await use(staticSite.url);
  },
});

test.beforeEach(({ staticSite }) => {
  staticSite.answers.length = 0;
});

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const failed = ({ answers }: ServedFolder) => answers.filter((answer) => !answer.startsWith('200 '));

test('every link of every page leads somewhere, and no page names this machine', async ({ staticSite }) => {
  const pages = await crawlSite(staticSite.url);
  const lost = pages.filter(({ status }) => status !== 200);
  // The text about runs tells of accounts, which this export has not; it says so when it is made.
  expect(lost.map(({ path, linkedFrom }) => `${path} on ${linkedFrom}`)).toEqual(['/login on /running']);
  expect(pages.length).toBeGreaterThan(50);
  const named = pages.filter(({ html }) => /(?:src|content)="https?:\/\/(?:localhost|127\.)/.test(html));
  expect(named.map(({ path }) => path)).toEqual([]);
});

test('a visitor goes from page to page without a full load or a request that fails', async ({
  page,
  staticSite,
}) => {
  await openWithReact(page, '/');
  await markDocument(page);
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Articles' }).click();
  await expect(page).toHaveURL('/posts');
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL('/posts/page/2');
  const entries = page.getByRole('main').getByRole('listitem');
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  const titles = await entries.allTextContents();
  await page.reload();
  expect(await entries.allTextContents()).toEqual(titles);
  await loadReact(page);
  await markDocument(page);
  await page.goBack();
  await expect(page).toHaveURL('/posts');
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await page.goto('/posts/guide/writing');
  await loadReact(page);
  await markDocument(page);
  await page.getByRole('link', { name: 'Markdown', exact: true }).first().click();
  await expect(page).toHaveURL('/posts/guide/markdown');
  await expect(title(page)).toHaveText('Markdown');
  expect(await isMarked(page)).toBe(true);
  expect(await runAxe(page)).toEqual([]);
  expect(failed(staticSite)).toEqual([]);
});

test('the dialog and the page of the search answer from files', async ({ page, staticSite }) => {
  await page.goto('/about');
  await page.keyboard.press('/');
  await page.keyboard.type('picture');
  const options = page.getByRole('option');
  await expect(options.first()).toBeVisible();
  await expect(page.locator('.sd-snippet mark').first()).toHaveText(/picture/i);
  expect((await page.locator('.sd-snippet').allTextContents()).join('\n')).toMatch(/pictures? \w/i);
  expect(await runAxe(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/posts\//);
  await page.goto('/search?q=picture');
  await page.locator('html[data-react]').waitFor({ state: 'attached' });
  const results = page.locator('.search-results > li');
  await expect(results.first()).toBeVisible();
  // The sign of a heading's own link is no text.
  await expect(results.filter({ hasText: '#' })).toHaveCount(0);
  expect(await runAxe(page)).toEqual([]);
  const field = page.getByRole('searchbox');
  await field.fill('"porridge for astronauts"');
  await field.press('Enter');
  await expect(page.getByText(/Nothing found/)).toBeVisible();
  expect(failed(staticSite)).toEqual([]);
});

test('an address without a page has the error screen, from which the site goes on', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/404/);
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('Page Not Found: /no/such/page')).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole('link', { name: 'Go to home page' }).click();
  await expect(page).toHaveURL('/');
});

test('a name has its page on a host that only knows 404.html', async ({ page, expectMessage }) => {
  expectMessage(/404/);
  await page.goto('/baby-names/noah');
  await expect(title(page)).toHaveText('Noah');
});

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow', prefetch: false });

  test('a page that was read is shown, also by a host that sends no headers of ours', async ({
    page,
    context,
  }) => {
    const plain = await startStaticSite({
      files: { 'about.md': '# About\n\nWelcome.\n' },
      headers: {},
      addsSlash: true,
    });
    await readPage(page, '/about', plain.url);
    await context.setOffline(true);
    await page.reload();
    await expect(page.locator('.offline-note')).toContainText('You are offline.');
    await expect(page.getByText('Welcome.')).toBeVisible();
    plain.close();
  });
});

test('without accounts nothing asks to sign in', async ({ page, staticSite }) => {
  for (const path of ['/', '/running', '/baby-names/lists']) {
    await page.goto(path);
    await loadReact(page);
    await expect(title(page)).toBeVisible();
    await expect(page.getByRole('banner')).not.toContainText(/sign in/i);
    await expect(page.getByRole('alert')).toHaveCount(0);
    if (path === '/running') await expect(page.locator('#runs[data-short]')).toBeAttached();
  }
  expect(failed(staticSite)).toEqual([]);
});

test('with a hosted project a visitor signs in, imports a run and opens it', async ({
  page,
  hostedSite,
  expectMessage,
}) => {
  // No file is there for a run of one's own: the host answers with 404.html, and the browser makes the page.
  expectMessage(/404/);
  const { project } = hostedSite;
  await page.goto(hostedSite.static.url);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await waitForReact(page);
  await signInWithPassword(page, await project.createPerson());
  await expectSignedIn(page);
  await page.goto(`${hostedSite.static.url}/account`);
  await waitForAccountSections(page);
  expect(await runAxe(page)).toEqual([]);
  await page.goto(`${hostedSite.static.url}/running`);
  await waitForReact(page);
  await importRuns(page, [gpxFile('morning.gpx', '2026-05-04')]);
  await openRun(page, 'Morning Run');
  const { pathname } = new URL(page.url());
  await page.reload();
  await expect(title(page)).toHaveText('Morning Run');
  await accountMenu(page).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectSignedOut(page);
  expect(failed(hostedSite.static)).toEqual([`404 ${pathname}`]);
});
