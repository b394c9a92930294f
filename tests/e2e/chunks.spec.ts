/** Chunks that cannot be loaded because their files are gone, and a page that outlives its build. On a copy of the project. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../harness/browser-test.ts';
import { copyProject, type ProjectCopy } from '../harness/copy-project.ts';
import { followLink, isMarked, markDocument, openWithReact } from '../harness/react-page.ts';
import { type RunningSite, startSite } from '../harness/start-site.ts';

test.describe.configure({ mode: 'serial' });

let project: ProjectCopy;
let site: RunningSite;

test.beforeAll(async () => {
  project = await copyProject();
  // One build only, so that it is clear which files the browser gets.
  await rm(path.join(project.root, 'dist'), { recursive: true, force: true });
  site = await startSite({ root: project.root });
  for (const file of await readdir(await project.assets())) {
    if (/^running-/.test(file)) await rm(path.join(await project.assets(), file));
  }
});
test.afterAll(async () => {
  await site.stop();
  await project.remove();
});

test('a page whose chunk is gone is loaded in full, query and hash kept, and only once', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/404/);
  await openWithReact(page, `${site.url}/about`);
  await markDocument(page);
  const loads: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
  await page.evaluate(() => {
    history.pushState({ key: 'gone' }, '', '/running?a=1#pace');
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  });
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
  await expect(page).toHaveURL(`${site.url}/running?a=1#pace`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // This page is interactive, so its chunk is requested again at once; the reload guard prevents a loop.
  await page.waitForLoadState('networkidle');
  expect(loads).toHaveLength(1);
});

test('within ten seconds a second failure shows the error screen instead', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/404/);
  expectMessage(/Failed to fetch dynamically imported module/);
  await openWithReact(page, `${site.url}/about`);
  await page.evaluate(() => sessionStorage.setItem('reload:/running', String(Date.now())));
  await markDocument(page);
  await followLink(page, '/running');
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  await expect(page.getByText('Something went wrong on this page.')).toBeVisible();
  expect(await isMarked(page)).toBe(true);
});

test('after ten seconds the page may be reloaded again', async ({ page, expectMessage }) => {
  expectMessage(/404/);
  await openWithReact(page, `${site.url}/about`);
  await page.evaluate(() => sessionStorage.setItem('reload:/running', String(Date.now() - 11_000)));
  await markDocument(page);
  await followLink(page, '/running');
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
  await expect(page).toHaveURL(`${site.url}/running`);
});

test.describe('links on screen', () => {
  test.use({ prefetch: true });

  test('a failed prefetch alone never reloads', async ({ page, expectMessage }) => {
    expectMessage(/404/);
    const missed = page.waitForResponse(
      (response) => /running-/.test(response.url()) && response.status() === 404,
    );
    await openWithReact(page, `${site.url}/about`);
    await markDocument(page);
    await missed;
    await page.waitForTimeout(300);
    expect(await isMarked(page)).toBe(true);
    await expect(page.getByText('Error', { exact: true })).toHaveCount(0);
  });
});

test('with session storage blocked it reloads once and then shows the error screen', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/404/);
  expectMessage(/Failed to fetch dynamically imported module/);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    });
  });
  await openWithReact(page, `${site.url}/about`);
  await markDocument(page);
  await followLink(page, '/running');
  await expect.poll(() => isMarked(page).catch(() => true)).toBe(false);
  await page.goto(`${site.url}/about`);
  await page.locator('header a').first().hover();
  await page.locator('html[data-react]').waitFor({ state: 'attached' });
  await followLink(page, '/running');
  await expect(page.getByText('Something went wrong on this page.')).toBeVisible();
});

test('an open page notices a new build, and loads the next page from it', async ({ page }) => {
  await page.clock.install();
  const port = new URL(site.url).port;
  const manifest = page.waitForResponse(/\/builds\/meta\//);
  await openWithReact(page, `${site.url}/about`);
  await manifest;
  const before = await page.locator('html').getAttribute('data-build');
  await site.stop();
  const config = path.join(project.root, 'site.config.ts');
  await writeFile(
    config,
    (await readFile(config, 'utf8')).replace("title: 'Porchlight'", "title: 'Lanternlight'"),
  );
  site = await startSite({ root: project.root, env: { PORT: port } });
  await page.clock.runFor(60 * 60 * 1000);
  await expect(page.getByText('A new version is ready')).toBeVisible();
  await markDocument(page);
  await followLink(page, '/posts');
  await expect(page).toHaveTitle(/Lanternlight/);
  expect(await isMarked(page)).toBe(false);
  expect(await page.locator('html').getAttribute('data-build')).not.toBe(before);
});
