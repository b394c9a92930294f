/** The colors of the site: made in the browser, as text and by the form, and what visitors then see. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { readPage } from '../harness/kept-pages.ts';
import { runAxe, runAxeInBothThemes } from '../harness/run-axe.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openStatsSite, type StatsSite } from '../harness/stats-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

// Both change the same file.
test.describe.configure({ mode: 'default' });

let site: StatsSite;
let close: () => Promise<void>;
let folder: string;

test.beforeAll(async ({ hosted }) => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-theme-'));
  await writeFile(path.join(folder, 'index.md'), '# Home\n\nWords.\n');
  await mkdir(path.join(folder, 'posts/guide'), { recursive: true });
  await writeFile(path.join(folder, 'posts/guide/index.md'), '# Guide\n');
  ({ site, close } = await openStatsSite(hosted, { CONTENT_DIR: folder }));
});
test.afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});
test.beforeEach(() => rm(path.join(folder, 'theme.css'), { force: true }));

const read = () => readFile(path.join(folder, 'theme.css'), 'utf8');
const text = (page: Page) => page.getByRole('textbox', { name: /^Text of / });
const colors = (page: Page) => page.getByRole('region', { name: 'Colors' });
const row = (page: Page, purpose: string) => colors(page).getByRole('group', { name: purpose, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const saved = (page: Page) => page.getByText('Saved. All pages have these colors');

async function openList(page: Page): Promise<void> {
  await signInByApi(page, site, site.owner);
  await page.goto(`${site.url}/admin/write`);
}

async function openTheme(page: Page, css: string): Promise<void> {
  await writeFile(path.join(folder, 'theme.css'), css);
  await signInByApi(page, site, site.owner);
  await page.goto(`${site.url}/admin/write?file=theme.css`);
  await expect(colors(page).getByLabel('Background, day')).toBeEnabled();
}

/** The background of a page, as a visitor gets it. */
async function readPaper(page: Page, colorScheme: 'light' | 'dark'): Promise<string> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.goto(`${site.url}/`);
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

async function expectNoFaults(page: Page, part?: string): Promise<void> {
  expect(await runAxeInBothThemes(page, part)).toEqual([]);
}

/** While bad colors are chosen: the samples show them as they are, and nothing else has them. */
async function expectFaultsInSamplesAlone(page: Page, part?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const faults = await runAxe(page, part);
    expect(faults.length, colorScheme).toBeGreaterThan(0);
    expect(faults.filter((fault) => !/^color-contrast: .*\(figure\[data-mode/.test(fault))).toEqual([]);
  }
}

async function takePictures(page: Page, info: TestInfo, name: string): Promise<void> {
  const size = page.viewportSize();
  await takeScreenshots(page, info, name);
  if (size) await page.setViewportSize(size);
}

async function expectNoOverflow(page: Page): Promise<void> {
  const below = await page.evaluate(() => {
    const end = document.querySelector('#root')?.getBoundingClientRect().bottom ?? 0;
    return document.documentElement.scrollHeight - end - scrollY;
  });
  expect(below).toBeLessThanOrEqual(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test(
  'colors are chosen, seen at once, saved, and then every page has them',
  { tag: '@phone' },
  async ({ page, isMobile, expectMessage }, info) => {
    // The file is not there before it is saved first.
    expectMessage(/status of 404/);
    await openList(page);
    await expect(page.getByRole('heading', { name: 'Colors' })).toBeVisible();
    await expectNoFaults(page);
    await takePictures(page, info, 'list');
    await page.getByRole('link', { name: 'Change the colors' }).click();
    await expect(page.getByText('Not saved yet')).toBeVisible();
    const day = colors(page).getByLabel('Background, day');
    await expect(day).toHaveValue('#fbf7f0');
    await expect(day).toBeEnabled();
    await expect(row(page, 'Text')).toContainText('DayContrast 13.9');
    await expect(colors(page).getByText('A walk at dusk').first()).toBeInViewport();
    await expectNoFaults(page);
    await expectNoOverflow(page);
    await takePictures(page, info, 'new');

    await day.fill('#ffffff');
    await colors(page).getByLabel('Background, night').fill('#000000');
    const sample = colors(page).locator('[data-mode=night]');
    await expect(sample).toHaveCSS('background-color', 'rgb(0, 0, 0)');
    await expect(colors(page).locator('[data-mode=day]')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    if (isMobile) await page.getByRole('button', { name: 'Text', exact: true }).click();
    await expect(text(page)).toContainText('--color-paper: light-dark(#ffffff, #000000);');
    if (isMobile) await page.getByRole('button', { name: 'Colors', exact: true }).click();

    // Too light for text: said where it is chosen, and by the list of faults with its line.
    await colors(page).getByLabel('Links and the lamp, day').fill('#e0a060');
    await expect(row(page, 'Links and the lamp')).toContainText('1.9: low');
    await expect(page.getByText('--color-lamp on --color-raised has a contrast of')).toBeVisible();
    await expectFaultsInSamplesAlone(page);
    await expectNoOverflow(page);
    await takePictures(page, info, 'changed');
    await page.getByRole('button', { name: 'Reset Links and the lamp' }).click();
    await expect(row(page, 'Links and the lamp')).not.toContainText(': low');

    await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
    await expect(read()).rejects.toThrow('ENOENT');
    await page.reload();
    await expect(page.getByText('You have an unsaved draft of')).toBeVisible();
    await expect(day).toHaveValue('#ffffff');
    await save(page);
    await expect(saved(page)).toBeVisible();
    expect(await read()).toContain(' */\n  --color-paper: light-dark(#ffffff, #000000);\n  /* Boxes');
    expect(await readPaper(page, 'light')).toBe('rgb(255, 255, 255)');
    expect(await readPaper(page, 'dark')).toBe('rgb(0, 0, 0)');
  },
);

const own = `/* Mine. */
@font-face { font-family: "{"; }
:root {
    --color-ink: #111; /* Nearly black */
    --color-lamp: light-dark(
      #7a4a1e,
      #f2bd6a);
    --color-soft: color-mix(in oklab, var(--color-ink) 80%, var(--color-paper));
}

.prose { color: red }
`;

test('a choice changes its value in the text and nothing else, and one step takes it back', async ({
  page,
}, info) => {
  await openTheme(page, own);
  await expect(colors(page).getByLabel('Links and the lamp, night')).toHaveValue('#f2bd6a');
  await expect(row(page, 'Text')).toContainText(': low');
  await expect(row(page, 'Quieter text')).toContainText('used but not checked');
  await expect(page.getByRole('button', { name: 'Line 4' }).first()).toBeVisible();
  // Dark text at night is saved: the rest of the page has it, the editor that repairs it has not.
  await expectFaultsInSamplesAlone(page, '.write-editor');
  await takePictures(page, info, 'own');

  const night = colors(page).getByLabel('Links and the lamp, night');
  await night.evaluate((input: HTMLInputElement) => {
    // As the dialog does while a color is dragged.
    const put = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const value of ['#aa0000', '#bb0000', '#cc0000']) {
      put?.call(input, value);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await expect(colors(page).locator('[data-mode=night] .write-sample-link')).toHaveCSS(
    'color',
    'rgb(204, 0, 0)',
  );
  await expect(text(page)).toContainText('#f2bd6a);');
  await night.dispatchEvent('change');
  await expect(text(page)).toContainText('#cc0000);');
  await text(page).click();
  await page.keyboard.press('Control+z');
  await expect(text(page)).toContainText('#f2bd6a);');
  await expect(night).toHaveValue('#f2bd6a');

  await night.fill('#ffcc88');
  await colors(page).getByLabel('Text, night', { exact: true }).fill('#eeeeee');
  await save(page);
  await expect(saved(page)).toBeVisible();
  expect(await read()).toBe(
    own.replace('#f2bd6a', '#ffcc88').replace('--color-ink: #111', '--color-ink: light-dark(#111, #eeeeee)'),
  );

  // What is typed is in the form.
  await text(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText(':root { --color-edge: #123456 }\n');
  await expect(colors(page).getByLabel('Edges of fields and buttons, day')).toHaveValue('#123456');
});

test('both owners keep their colors, and the file goes to the trash and back', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/status of (412|404)/);
  await openTheme(page, ':root {\n  --color-edge: #777;\n\n\n\n\n  --color-rule: #ccc;\n}\n');
  await writeFile(
    path.join(folder, 'theme.css'),
    ':root {\n  --color-edge: #666;\n\n\n\n\n  --color-rule: #ccc;\n}\n',
  );
  await colors(page).getByLabel('Fine lines, day').fill('#dddddd');
  await save(page);
  await expect(page.getByText('both changes are in the text')).toBeVisible();
  await save(page);
  await expect(saved(page)).toBeVisible();
  expect(await read()).toBe(
    ':root {\n  --color-edge: #666;\n\n\n\n\n  --color-rule: light-dark(#dddddd, #ccc);\n}\n',
  );

  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'History …' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await history.locator('.write-versions button').nth(1).click();
  await expect(history.getByRole('region', { name: 'Differences from your text' })).toContainText('#dddddd');
  await history.getByRole('button', { name: 'Close' }).click();

  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('“Colors” is in the trash.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Change the colors' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(text(page)).toContainText('#dddddd');
  expect(await read()).toContain('#dddddd');
});

test('a file that somebody else has created meanwhile is not overwritten', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/status of (412|404)/);
  await openList(page);
  await page.getByRole('link', { name: 'Change the colors' }).click();
  await expect(colors(page).getByLabel('Background, day')).toBeEnabled();
  await colors(page).getByLabel('Background, day').fill('#ffffff');
  await writeFile(path.join(folder, 'theme.css'), '/* Theirs */\n');
  await save(page);
  await expect(page.getByRole('heading', { name: 'This file was changed meanwhile' })).toBeFocused();
  expect(await read()).toBe('/* Theirs */\n');
});

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a page that was read has its colors', async ({ page, context }) => {
    await writeFile(path.join(folder, 'theme.css'), ':root { --color-paper: #dde8dd }\n');
    await readPage(page, '/', site.url);
    const client = await context.newCDPSession(page);
    await client.send('Network.clearBrowserCache');
    await context.setOffline(true);
    await page.reload();
    await expect(page.locator('.offline-note')).toBeVisible();
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(221, 232, 221)');
  });
});
