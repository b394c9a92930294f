/** Two owners with one file open: each learns of the other while they write, not when they save. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { runAxeInBothThemes } from '../harness/run-axe.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openStatsSite, type StatsSite } from '../harness/stats-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

test.describe.configure({ mode: 'default' });

const article = (title: string) => `---\ntitle: ${title}\n---\n\nOne.\n\nTwo.\n\nThree.\n`;
const files = ['shared', 'same-line', 'deleted', 'hidden', 'refused'];

let site: StatsSite;
let close: () => Promise<void>;
let folder: string;

test.beforeAll(async ({ hosted }) => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-together-'));
  await mkdir(path.join(folder, 'posts/guide'), { recursive: true });
  await writeFile(path.join(folder, 'index.md'), '# Home\n');
  // The footer leads to it.
  await writeFile(path.join(folder, 'posts/guide/index.md'), '# Guide\n');
  for (const name of files) await writeFile(onDisk(name), article(name));
  ({ site, close } = await openStatsSite(hosted, { CONTENT_DIR: folder }));
  // The other owner.
  const { database, owner, stranger } = site;
  await database.sql`update auth.users set raw_user_meta_data = '{"name": "Ada Lovelace"}' where email = ${stranger.email}`;
  await database.sql`select site.set_owners(${[owner.email, stranger.email]})`;
});
test.afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});

const onDisk = (name: string) => path.join(folder, `posts/${name}.md`);
const text = (page: Page) => page.getByRole('textbox', { name: /^Text of / });
const adaWrites = (page: Page) => page.getByText('Ada Lovelace has unsaved changes in this file.');
const wasChanged = (page: Page) => page.getByText('This file was changed by someone else.');
const mergeNow = (page: Page) => page.getByRole('button', { name: 'Merge now' });

/** The clock of the page is the test's: what happens every ten seconds happens when the test says so. */
async function openEditor(page: Page, name: string, person = site.owner): Promise<void> {
  await page.clock.install();
  await signInByApi(page, site, person);
  await page.goto(`${site.url}/admin/write?file=posts/${name}.md`);
  await expect(text(page)).toBeVisible();
}

async function replaceLine(page: Page, from: string, to: string): Promise<void> {
  await text(page)
    .locator('.cm-line')
    .filter({ hasText: new RegExp(`^${from}$`) })
    .click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type(to);
}

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Live at')).toBeVisible();
};
const tenSeconds = (page: Page) => page.clock.fastForward(10_000);

/** The requests of this page that ask who else is there. */
function watchQuestions(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/content/presence')) asked.push(request.url());
  });
  return asked;
}

test(
  'an owner sees who else writes, and brings the changes together before saving',
  { tag: '@phone' },
  async ({ page, openWatched }, info) => {
    await writeFile(onDisk('shared'), article('shared'));
    const other = await (await openWatched()).newPage();
    await openEditor(page, 'shared');
    await openEditor(other, 'shared', site.stranger);
    await expect(adaWrites(page)).toBeHidden();
    await replaceLine(other, 'One.', 'First.');
    await tenSeconds(other);
    await expect(other.getByText(/^Draft saved/)).toBeVisible();
    const logged = await site.database.sql`select id from site.admin_log`;
    await tenSeconds(page);
    await expect(adaWrites(page)).toBeVisible();
    await expect(wasChanged(page)).toBeHidden();
    await takeScreenshots(page, info, 'together-writes');

    await save(other);
    await replaceLine(page, 'Three.', 'Third.');
    await tenSeconds(page);
    await expect(wasChanged(page)).toBeVisible();
    await expect(adaWrites(page)).toBeHidden();
    // Asking is no change: only the save is in the log.
    expect(await site.database.sql`select id from site.admin_log`).toHaveLength(logged.length + 1);
    expect(await runAxeInBothThemes(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await takeScreenshots(page, info, 'together-changed');

    await mergeNow(page).click();
    await expect(page.getByText('both changes are in the text')).toBeVisible();
    await expect(wasChanged(page)).toBeHidden();
    await expect(text(page)).toContainText('First.');
    // An own save is not that of another.
    await save(page);
    expect(await wasChanged(page).isVisible()).toBe(false);
    await tenSeconds(page);
    await expect(wasChanged(page)).toBeHidden();
    expect(await readFile(onDisk('shared'), 'utf8')).toBe(
      article('shared').replace('One.', 'First.').replace('Three.', 'Third.'),
    );
  },
);

test('changes of the same line open the merge, and a program may be the other', async ({ page }) => {
  await openEditor(page, 'same-line');
  await replaceLine(page, 'Two.', 'Mine.');
  await writeFile(onDisk('same-line'), article('same-line').replace('Two.', 'Theirs.'));
  await tenSeconds(page);
  await mergeNow(page).click();
  await expect(page.getByRole('heading', { name: 'This file was changed meanwhile' })).toBeFocused();
  await expect(wasChanged(page)).toBeHidden();
  await page.getByRole('button', { name: 'Back to my text' }).click();
  await expect(wasChanged(page)).toBeVisible();
  await mergeNow(page).click();
  await page.getByRole('group', { name: 'Place 1' }).getByRole('button', { name: 'Theirs' }).click();
  await page.getByRole('button', { name: 'Put the result into the text' }).click();
  await expect(page.getByText('This is the file as it is now.')).toBeVisible();
  await expect(text(page)).toContainText('Theirs.');
});

test('a file that was deleted meanwhile can be created anew', async ({ page, expectMessage }) => {
  expectMessage(/status of 404/);
  await openEditor(page, 'deleted');
  await replaceLine(page, 'Two.', 'Mine.');
  await rm(onDisk('deleted'));
  await tenSeconds(page);
  await mergeNow(page).click();
  await expect(page.getByText('This file was deleted meanwhile.')).toBeVisible();
  await expect(wasChanged(page)).toBeHidden();
  await save(page);
  expect(await readFile(onDisk('deleted'), 'utf8')).toContain('Mine.');
});

test('a hidden tab asks nothing, and asks at once when it is shown again', async ({ page }) => {
  const asked = watchQuestions(page);
  await openEditor(page, 'hidden');
  await tenSeconds(page);
  await expect.poll(() => asked.length).toBe(1);
  const show = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await show(true);
  await page.clock.runFor(60_000);
  // A request that came after it would be seen first.
  await page.evaluate(() => fetch('/healthz'));
  expect(asked).toHaveLength(1);
  await show(false);
  await expect.poll(() => asked.length).toBe(2);
  // Another page of the site: the questions end.
  await page.getByRole('link', { name: 'All pages' }).click();
  await expect(page.getByRole('button', { name: 'New page' })).toBeVisible();
  await page.clock.runFor(60_000);
  await page.evaluate(() => fetch('/healthz'));
  expect(asked).toHaveLength(2);
});

test('a question that is refused does not ask who it is, and is repeated', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/status of 401/);
  await openEditor(page, 'refused');
  const refusal = { status: 401, json: { code: 'sign-in-again', message: 'Please sign in again.' } };
  await page.route(/\/content\/presence/, (route) => route.fulfill(refusal));
  const refused = page.waitForResponse(/\/content\/presence/);
  await tenSeconds(page);
  await (await refused).finished();
  await page.unroute(/\/content\/presence/);
  await writeFile(onDisk('refused'), article('refused').replace('Two.', 'Theirs.'));
  await tenSeconds(page);
  await expect(wasChanged(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await mergeNow(page).click();
  await expect(text(page)).toContainText('Theirs.');
});
