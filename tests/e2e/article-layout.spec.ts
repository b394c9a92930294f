/** An article around its text: the pages of its folder beside it, print, the font of formulas, text from right to left. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '../harness/browser-test.ts';
import { watchRequests } from '../harness/react-page.ts';
import { runAxe } from '../harness/run-axe.ts';
import { type RunningSite, startSite } from '../harness/start-site.ts';

test.describe('the pages of the folder', () => {
  test('stand beside the text on a wide screen, and stay there while it is read', async ({ page }) => {
    await page.goto('/posts/guide/markdown');
    const folder = page.getByRole('navigation', { name: 'Guide' });
    await expect(folder).toHaveCount(1);
    await expect(folder.locator('[aria-current]')).toHaveText('Markdown');
    const before = await folder.boundingBox();
    const text = await page.locator('.prose').boundingBox();
    // The text has its whole width, and the list fits beside it.
    expect(text?.width).toBe(640);
    expect(before?.x).toBeGreaterThan((text?.x ?? 0) + 640);
    expect((before?.x ?? 0) + (before?.width ?? 0)).toBeLessThan(1280);
    await page.locator('#formulas').scrollIntoViewIfNeeded();
    await expect(folder.getByRole('link', { name: 'Writing a page' })).toBeInViewport();
    await folder.getByRole('link', { name: 'Pictures' }).click();
    await expect(page.locator('h1')).toHaveText('Pictures');
    await expect(folder.locator('[aria-current]')).toHaveText('Pictures');
  });

  test('scroll by themselves on a low screen', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto('/posts/guide/markdown');
    const last = page.getByRole('navigation', { name: 'Guide' }).getByRole('link', { name: 'All articles' });
    await expect(last).not.toBeInViewport();
    const list = page.getByRole('navigation', { name: 'Guide' });
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(last).toBeInViewport();
    await expect(page.locator('h1')).toBeInViewport();
  });

  for (const width of [390, 1024]) {
    test(`are collapsed above the text at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/posts/guide/markdown');
      const folder = page.getByRole('navigation', { name: 'Guide' });
      await expect(folder).toHaveCount(1);
      await expect(folder.getByRole('link')).toHaveCount(0);
      // A single line, whatever is beside it.
      expect((await folder.boundingBox())?.height).toBeLessThan(70);
      await folder.getByText('Guide', { exact: true }).click();
      await expect(folder.locator('[aria-current]')).toHaveText('Markdown');
      await expect(folder.getByRole('link', { name: 'Pictures' })).toBeVisible();
      expect(await runAxe(page)).toEqual([]);
    });
  }
});

test('forced colors leave the current page marked', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/posts/guide/markdown');
  const current = page.getByRole('navigation', { name: 'Guide' }).locator('[aria-current]');
  const other = page.getByRole('navigation', { name: 'Guide' }).getByRole('link', { name: 'Pictures' });
  await expect(current).toHaveCSS('text-decoration-line', 'underline');
  await expect(other).toHaveCSS('text-decoration-line', 'none');
});

test('print has the text alone, with everything open', async ({ page }) => {
  await page.goto('/posts/guide/components');
  const hidden = page.locator('.prose details:not([open]) > :not(summary)').first();
  await expect(hidden).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  const left = [
    '.site-header',
    '.site-footer',
    '.crumbs',
    '.article-fold',
    '.contents-aside',
    '.folder-aside',
    '.copy',
  ];
  for (const part of [...left, '.neighbours', '.article-links'])
    for (const element of await page.locator(part).all()) await expect(element, part).toBeHidden();
  await expect(page.locator('h1')).toBeVisible();
  await expect(hidden).toBeVisible();
  for (const panel of await page.locator('.tab-panel').all()) await expect(panel).toBeVisible();
  const cut = await page
    .locator('.code-lines, .table-box')
    .evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth + 1).length);
  expect(cut).toBe(0);
});

test('the font of formulas is fetched by pages with formulas alone, and sums grow', async ({ page }) => {
  const fonts = watchRequests(page, /signs.*\.woff2$/);
  await page.goto('/posts/guide/writing');
  await page.evaluate(() => document.fonts.ready);
  expect(fonts).toHaveLength(0);
  await page.goto('/posts/guide/markdown');
  await page.evaluate(() => document.fonts.ready);
  expect(fonts).toHaveLength(1);
  expect(await page.evaluate(() => document.fonts.check('16px "STIX Two Math"', '∑'))).toBe(true);
  // The sign of a sum that has a line of its own is larger than a letter.
  const size = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().height);
  expect(await size('.formula mo:text-is("∑")')).toBeGreaterThan(1.3 * (await size('.formula mi')));
});

test.describe('on a site with other texts', () => {
  let folder: string;
  let site: RunningSite;

  test.beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'article-layout-'));
    mkdirSync(join(folder, 'posts'));
    const arabic = '# مرحبا\n\nهذه صفحة.\n\n- واحد\n- اثنان\n\n> اقتباس\n\n```js\nlet a = 1;\n```\n';
    writeFileSync(join(folder, 'posts', 'arabic.md'), `---\ndir: rtl\n---\n${arabic}`);
    const name = 'a_very_long_name_'.repeat(12);
    writeFileSync(
      join(folder, 'posts', 'table.md'),
      `# Table\n\n| a | b |\n| - | - |\n| \`${name}\` | text |\n`,
    );
    site = await startSite({ content: folder });
  });

  test.afterAll(async () => {
    await site?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a text from right to left has its signs on the right', { tag: '@phone' }, async ({ page }) => {
    await page.goto(`${site.url}/posts/arabic`);
    const styleOf = (selector: string, name: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
    expect(await styleOf('h1', 'direction')).toBe('rtl');
    for (const part of ['.prose ul', '.prose blockquote']) {
      expect(parseFloat(await styleOf(part, 'padding-right'))).toBeGreaterThan(10);
      expect(parseFloat(await styleOf(part, 'padding-left'))).toBe(0);
    }
    expect(await styleOf('.prose .code', 'direction')).toBe('ltr');
    // The page around the text keeps the direction of the site.
    expect(await styleOf('html', 'direction')).toBe('ltr');
    expect(await runAxe(page)).toEqual([]);
  });

  test('long code in a table wraps', { tag: '@phone' }, async ({ page }) => {
    await page.goto(`${site.url}/posts/table`);
    const box = page.locator('.table-box');
    expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  });
});
