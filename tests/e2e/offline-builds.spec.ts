/** What a browser keeps when the site is built anew, and when its owner switches keeping pages off. On a copy of the project. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openPreviewLinks } from '../../server/preview/preview-links.ts';
import { expect, test } from '../harness/browser-test.ts';
import { copyProject, type ProjectCopy } from '../harness/copy-project.ts';
import { makeFolder } from '../harness/database/folders.ts';
import { listKept, readPage } from '../harness/kept-pages.ts';
import { loadReact, openWithReact } from '../harness/react-page.ts';
import { type RunningSite, startSite } from '../harness/start-site.ts';

test.use({ serviceWorkers: 'allow' });
test.describe.configure({ mode: 'serial' });

const article = '/posts/guide/pictures';
const note = (page: Page) => page.locator('.offline-note');

let project: ProjectCopy;
let data: Awaited<ReturnType<typeof makeFolder>>;
let site: RunningSite;

test.beforeAll(async () => {
  project = await copyProject();
  data = await makeFolder();
  await writeFile(
    join(project.root, 'content/posts/draft.md'),
    '---\ntitle: Secret\ndraft: true\n---\n\nNot yet.\n',
  );
  site = await startSite({ root: project.root, env: { DATA_DIR: data.folder } });
});
test.afterAll(async () => {
  await site.stop();
  await project.remove();
  await data.remove();
});

/** Starts the site again at its address, with another setting. */
async function restart(from: string, to: string): Promise<void> {
  await site.stop();
  const config = join(project.root, 'site.config.ts');
  const text = await readFile(config, 'utf8');
  expect(text).toContain(from);
  await writeFile(config, text.replace(from, to));
  site = await startSite({
    root: project.root,
    env: { DATA_DIR: data.folder, PORT: new URL(site.url).port },
  });
}

test('a preview of what is not published is not kept', async ({ page }) => {
  const { token } = await openPreviewLinks(data.folder).create('/posts/draft');
  await openWithReact(page, `${site.url}/preview/${token}`);
  await expect(page.getByText('Not yet.')).toBeVisible();
  await readPage(page, '/about', site.url);
  const kept = await listKept(page);
  expect(kept.filter((path) => /preview|draft/.test(path))).toEqual([]);
});

test('a page of a new build replaces the kept one with all its files, and an owner can end it', async ({
  page,
  context,
}) => {
  await readPage(page, article, site.url);
  const before = await listKept(page);
  await restart("title: 'Porchlight'", "title: 'Lanternlight'");
  await readPage(page, article, site.url);
  await expect
    .poll(async () =>
      (await listKept(page)).some((path) => /\/assets\/site-/.test(path) && before.includes(path)),
    )
    .toBe(false);
  await context.setOffline(true);
  await page.reload();
  await expect(note(page)).toBeVisible();
  await expect(page).toHaveTitle(/Lanternlight/);
  await loadReact(page);
  // Its pictures are there, too.
  const pictures = page.locator('main img[src^="/pictures/"]');
  expect(await pictures.count()).toBeGreaterThan(0);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).toHaveJSProperty('complete', true);
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  }
  await context.setOffline(false);

  await restart("title: 'Lanternlight'", "offline: false, title: 'Lanternlight'");
  await page.goto(`${site.url}${article}`);
  await expect(page.locator('link[rel=manifest]')).toHaveCount(0);
  await expect.poll(() => listKept(page)).toEqual([]);
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
});
