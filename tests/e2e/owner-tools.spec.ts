/** For the owner alone: an open page follows its saved file, and says what is wrong with it. */
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { accountMenu, expireToken, waitForReact } from '../harness/login-page.ts';
import { followLink, isMarked, markDocument, watchRequests } from '../harness/react-page.ts';
import { runAxeInBothThemes } from '../harness/run-axe.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openStatsSite, type StatsSite } from '../harness/stats-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

test.describe.configure({ mode: 'default' });

/** Forty sections of one paragraph each, with a fold, tabs and code among them. */
function longArticle(): string {
  const parts = Array.from({ length: 40 }, (_, at) => {
    const words = `Paragraph ${at}. ${'The lamp is on the porch and stays there. '.repeat(8)}`;
    return `## Section ${at}\n\n${words}\n`;
  });
  parts[20] +=
    '\n:::details[A fold]\nInside.\n:::\n\n::::tabs\n:::tab[One]\nFirst.\n:::\n:::tab[Two]\nSecond.\n:::\n::::\n';
  parts[20] += '\n```sh\necho kept\n```\n';
  return `# Long\n\n${parts.join('\n')}`;
}

let site: StatsSite;
let close: () => Promise<void>;
let folder: string;

test.beforeAll(async ({ hosted }) => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-notes-'));
  await mkdir(path.join(folder, 'posts/guide'), { recursive: true });
  await writeFile(path.join(folder, 'posts/guide/index.md'), '# Guide\n');
  await writeFile(path.join(folder, 'index.md'), '# Home\n');
  await writeFile(path.join(folder, 'posts/1.fine.md'), '# Fine\n\nWords.\n');
  await writeFile(path.join(folder, 'posts/2.faulty.md'), '---\ntitle: Faulty\ndate: soon\n---\nWords.\n');
  await writeFile(path.join(folder, 'posts/3.long.md'), longArticle());
  await writeFile(path.join(folder, 'posts/4.short.md'), '# Short\n\nWords that are in no other file.\n');
  ({ site, close } = await openStatsSite(hosted, { CONTENT_DIR: folder }));
});
test.afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});

const notes = (page: Page) => page.getByRole('complementary', { name: 'Notes on this page’s file' });

/** Opens a page, and shows an intent, which loads React. */
async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(site.url + address);
  await page.getByRole('link', { name: 'Articles', exact: true }).hover();
  await waitForReact(page);
}

test('the owner has the statistics in the menu of the header', { tag: '@phone' }, async ({ page }) => {
  await signInByApi(page, site, site.owner);
  await openPage(page, '/posts/fine');
  await accountMenu(page).click();
  await page.getByRole('banner').getByRole('link', { name: 'Stats' }).click();
  await expect(page).toHaveURL(/\/stats$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('the owner sees a note on the page, and can dismiss it', async ({ page }) => {
  await signInByApi(page, site, site.owner);
  await openPage(page, '/posts/faulty');
  await expect(notes(page)).toContainText('posts/2.faulty.md:3');
  await expect(notes(page)).toContainText('"date" must be a day like 2026-11-15, got "soon"');
  await notes(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(notes(page)).toBeHidden();
});

test('no other visitor asks for notes, listens, or loads what does', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/page-notes|live-page|owner-tools/.test(request.url())) asked.push(request.url());
  });
  await openPage(page, '/posts/faulty');
  await page.getByRole('link', { name: 'Fine' }).first().click();
  await expect(page.getByRole('heading', { name: 'Fine', level: 1 })).toBeVisible();
  await signInByApi(page, site, site.stranger);
  await openPage(page, '/posts/faulty');
  await page.getByRole('link', { name: 'Fine' }).first().click();
  await expect(page.getByRole('heading', { name: 'Fine', level: 1 })).toBeVisible();
  expect(asked).toEqual([]);
});

async function replaceIn(file: string, before: string | RegExp, after: string): Promise<void> {
  const text = await readFile(path.join(folder, file), 'utf8');
  expect(text).toMatch(before);
  await writeFile(path.join(folder, file), text.replace(before, after));
}

/** As the owner, in a browser that the owner has signed in with before. React is loaded by itself there. */
async function openAsOwner(page: Page, address: string): Promise<void> {
  await signInByApi(page, site, site.owner);
  await page.evaluate(() => localStorage.setItem('no-views', 'owner'));
  const listening = page.waitForResponse((response) => response.url().includes('/live-page'));
  await page.goto(site.url + address);
  expect((await listening).status()).toBe(200);
  await markDocument(page);
}

test(
  'an open page follows its file, and the reader stays at the same place',
  { tag: '@hosted' },
  async ({ page }) => {
    const file = 'posts/3.long.md';
    await openAsOwner(page, '/posts/long');
    // As in browsers that do not keep the place by themselves.
    await page.getByRole('main').evaluate((main) => main.style.setProperty('overflow-anchor', 'none'));
    const anchor = page.locator('#section-20');
    await anchor.evaluate((heading) => scrollTo(0, scrollY + heading.getBoundingClientRect().top - 100));
    const placeOfAnchor = () => anchor.evaluate((heading) => Math.round(heading.getBoundingClientRect().top));
    const place = await placeOfAnchor();
    expect(place).toBe(100);
    await page.getByText('A fold').click();
    await page.getByText('Two', { exact: true }).click();
    const code = page.locator('figure').filter({ hasText: 'echo kept' });
    await code.evaluate((figure) => figure.setAttribute('data-same', ''));

    // Far above, in the fold's section, and far below.
    await replaceIn(
      file,
      /Paragraph 3\. .*/,
      `Above, ${'much longer than before. '.repeat(200)}\n\n\`\`\`sh\necho new\n\`\`\``,
    );
    await expect(page.getByText(/^Above, much longer/)).toBeAttached();
    expect(await placeOfAnchor()).toBe(place);
    await replaceIn(file, /Paragraph 20\. /, 'Here, in view. ');
    await expect(page.getByText(/^Here, in view\./)).toBeInViewport();
    expect(await placeOfAnchor()).toBe(place);
    await replaceIn(file, /Paragraph 35\. .*/, 'Below.');
    await expect(page.getByText('Below.', { exact: true })).toBeAttached();
    expect(await placeOfAnchor()).toBe(place);
    await expect(page.getByText('The page was updated.')).toBeAttached();

    // What the reader did in other blocks is still there.
    await expect(page.getByText('Inside.')).toBeVisible();
    await expect(page.getByText('Second.')).toBeVisible();
    await expect(code).toHaveAttribute('data-same', '');
    // Islands in new blocks work, and so do those that have got another number.
    for (const text of ['echo new', 'echo kept']) {
      const figure = page.locator('figure').filter({ hasText: text });
      await figure.getByRole('button').evaluate((button: HTMLElement) => button.click());
      await expect(figure.getByRole('status')).not.toBeEmpty();
    }

    // Headings, the table of contents and the title.
    await replaceIn(file, '## Section 22', '## A new name');
    await expect(page.locator('.contents-aside').getByRole('link', { name: 'A new name' })).toBeAttached();
    await replaceIn(file, '# Long', '# Longer');
    await expect(page).toHaveTitle(/^Longer/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Longer');
    expect(await placeOfAnchor()).toBe(place);
    expect(await isMarked(page)).toBe(true);
  },
);

test('a page that is hidden or left has no connection, and catches up', async ({ page }) => {
  await openAsOwner(page, '/posts/fine');
  const asked = watchRequests(page, /^\/live-page$/);
  const setVisibility = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await setVisibility('hidden');
  await replaceIn('posts/1.fine.md', 'Words.', 'Words of a hidden page.');
  await setVisibility('visible');
  await expect(page.getByText('Words of a hidden page.')).toBeVisible();
  expect(asked).toHaveLength(1);
  await followLink(page, '/posts/faulty');
  await expect(notes(page)).toBeVisible();
  // Its own file from now on, and the notes on it.
  await replaceIn('posts/2.faulty.md', 'date: soon', 'date: 2026-01-02');
  await expect(notes(page)).toBeHidden();
  expect(asked.map((request) => new URL(request.url()).searchParams.get('path'))).toEqual([
    '/posts/fine',
    '/posts/faulty',
  ]);
  await replaceIn('posts/2.faulty.md', 'date: 2026-01-02', 'date: soon');
  expect(await isMarked(page)).toBe(true);
});

test('a connection that is refused or ends is opened again', async ({ page, expectMessage }) => {
  expectMessage(/status of 503/);
  const answers = [{ status: 503 }, { status: 200, contentType: 'text/event-stream', body: 'retry: 10\n\n' }];
  await page.route(/\/live-page\?/, (route) => {
    const answer = answers.shift();
    return answer ? route.fulfill(answer) : route.continue();
  });
  await signInByApi(page, site, site.owner);
  await page.evaluate(() => localStorage.setItem('no-views', 'owner'));
  // The cookie has ended, and the session is renewed.
  await expireToken(page);
  await page.goto(`${site.url}/posts/fine`);
  await replaceIn('posts/1.fine.md', '# Fine', '# Fine\n\nSaved while React was loaded.');
  await expect(page.getByText('Saved while React was loaded.')).toBeVisible();
  await expect.poll(() => answers).toEqual([]);
  await replaceIn('posts/1.fine.md', 'Saved while React was loaded.', 'Saved while the server was away.');
  await expect(page.getByText('Saved while the server was away.')).toBeVisible();
});

test('a page whose file is renamed or deleted says so and stays', async ({ page, expectMessage }, info) => {
  expectMessage(/status of 404/);
  await openAsOwner(page, '/posts/short');
  await rename(path.join(folder, 'posts/4.short.md'), path.join(folder, 'posts/4.brief.md'));
  const link = page.getByRole('link', { name: '/posts/brief', exact: true });
  await expect(link).toBeVisible();
  await expect(page.getByText('Words that are in no other file.')).toBeVisible();
  expect(await runAxeInBothThemes(page)).toEqual([]);
  await takeScreenshots(page, info, 'page-moved');
  await link.click();
  await expect(page).toHaveURL(`${site.url}/posts/brief`);
  await expect(link).toBeHidden();
  await rm(path.join(folder, 'posts/4.brief.md'));
  await expect(page.getByText('This page’s file no longer exists.')).toBeVisible();
  await expect(page.getByText('Words that are in no other file.')).toBeVisible();
  await writeFile(path.join(folder, 'posts/4.brief.md'), '# Short\n\nWritten again.\n');
  await expect(page.getByText('Written again.')).toBeVisible();
  await expect(page.getByText('This page’s file no longer exists.')).toBeHidden();
  expect(await isMarked(page)).toBe(true);
});
