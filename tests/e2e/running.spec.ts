/** The running page for a visitor of a new site: sample runs, marked as such, and all actions on them. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { holdRequests } from '../harness/hold-requests.ts';
import { runAxeInBothThemes } from '../harness/run-axe.ts';

// Samples are generated in the browser, which takes long on a busy machine.

const table = (page: Page) => page.getByRole('table', { name: 'Runs' });
const names = (page: Page) => table(page).getByRole('rowheader').getByRole('link');
/** Year, distance, gear and order of the table. */
const filter = (page: Page, name: string) => page.locator('.runs-filters').getByLabel(name, { exact: true });
const calendar = (page: Page) => page.getByRole('grid', { name: /^Days of/ });

/** Sections far down the page are rendered when they come near the viewport. */
async function goTo(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { name: title, exact: true }).scrollIntoViewIfNeeded();
}

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`/running${query}`);
  await expectRuns(page);
}

/** Samples are generated in the browser, which takes a while where many tests share a machine. */
async function expectRuns(page: Page): Promise<void> {
  await expect(table(page)).toBeVisible();
}

test(
  'a visitor of a new site sees sample runs, marked as such, above the text, with a link to the calculator',
  { tag: '@phone' },
  async ({ page }) => {
    await open(page);
    const note = page.getByRole('note', { name: 'Sample runs' });
    await expect(note).toContainText('Sample runs: nobody ran these.');
    await expect(note.getByRole('button')).toHaveCount(0);
    for (const title of ['Goals', 'Runs', 'Records', 'Best efforts', 'Gear', 'Poster'])
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0);
    await goTo(page, 'Records');
    await expect(page.getByText('Eddington number.')).toBeVisible();
  },
);

test('nothing visible moves while the runs are loading', { tag: '@phone' }, async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        document.documentElement.dataset.shift = `${Number(document.documentElement.dataset.shift ?? 0) + (entry as PerformanceEntry & { value: number }).value}`;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // What the server knows is there at once, and stays where it is.
  const list = await holdRequests(page, /\/assets\/runs-section-/);
  await page.goto('/running?unit=km');
  await expect.poll(() => list.requests.length).toBeGreaterThan(0);
  const placeOf = (part: string) =>
    page.locator(part).evaluate((element) => element.getBoundingClientRect().toJSON());
  const parts = ['.runs-samples', '.runs-units', '.runs-sums', '.runs-latest'];
  const places = await Promise.all(parts.map(placeOf));
  const newest = await page.locator('.runs-latest').innerText();
  list.release();
  await expectRuns(page);
  expect(await Promise.all(parts.map(placeOf))).toEqual(places);
  expect(await page.locator('.runs-latest').innerText()).toBe(newest);
  // Outlines come after the rows.
  await expect(table(page).locator('svg').first()).toBeAttached();
  expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.01);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('sums, the newest runs and the text can be read, and each run by its link', async ({ page }) => {
    await page.goto('/running');
    await expect(page.getByText('Sample runs: nobody ran these.')).toBeVisible();
    await expect(page.locator('.runs-sums')).toContainText(/This week.*This month.*This year/);
    await expect(page.getByRole('button', { name: 'Miles' })).toBeHidden();
    await expect(page.locator('.skeleton').first()).toBeHidden();
    const heading = page.getByRole('heading', { name: 'Even is fast' });
    await expect(heading).toBeVisible();
    const latest = page.getByRole('region', { name: 'Latest' });
    await expect(latest.getByRole('listitem')).toHaveCount(5);
    // Without an empty space between them.
    const [list, text] = [await latest.boundingBox(), await heading.boundingBox()];
    expect((text?.y ?? 0) - (list?.y ?? 0) - (list?.height ?? 0)).toBeLessThan(500);
    const link = latest.getByRole('link').first();
    const name = (await link.textContent()) ?? '';
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  });
});

test('kilometers or miles: all parts follow, the address can set it, and the choice is remembered', async ({
  page,
}) => {
  await open(page, '?unit=km');
  const distance = table(page)
    .locator('td')
    .filter({ hasText: / (km|mi)/ })
    .first();
  await expect(distance).toContainText(' km');
  await page.getByRole('button', { name: 'Miles', exact: true }).click();
  await expect(distance).toContainText(' mi');
  await goTo(page, 'Records');
  await expect(page.getByText(/at least \d+ mi each/)).toBeVisible();
  await expect(page).toHaveURL(/unit=mi/);
  await open(page);
  const switched = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(switched('Miles')).toHaveAttribute('aria-pressed', 'true');
  // The calculator, too; and what is chosen there holds for the runs, and for each of them.
  await page.getByRole('link', { name: 'Pace calculator' }).first().click();
  const calculator = page.getByRole('combobox', { name: 'Unit' });
  await expect(calculator).toHaveValue('mi');
  await expect(page.getByLabel('Distance', { exact: true })).toHaveValue('6.214');
  await expect(page.getByRole('definition').last()).toHaveText('7.5');
  await expect(page.getByText('mph')).toBeVisible();
  await calculator.selectOption('Kilometers');
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Running' }).click();
  await expectRuns(page);
  await expect(switched('Kilometers')).toHaveAttribute('aria-pressed', 'true');
  await names(page).first().click();
  await expect(page.locator('.run-figures')).toContainText(' /km');
  await page.goBack();
  await expect(distance).toContainText(' km');
});

test(
  'the table is sorted by its column heads, filtered, and its state is in the address',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await open(page, '?unit=km');
    await table(page).getByRole('button', { name: 'Distance' }).click();
    const head = table(page).getByRole('columnheader', { name: 'Distance' });
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(page).toHaveURL(/sort=-metres/);
    const distances = async () => {
      const texts = await table(page)
        .locator('tr[data-run]')
        .evaluateAll((rows) => rows.map((row) => /([\d.]+) km/.exec((row as HTMLElement).innerText)?.[1]));
      return texts.map(Number);
    };
    const longest = await distances();
    expect(longest).toEqual(longest.toSorted((a, b) => b - a));
    await table(page).getByRole('button', { name: 'Distance' }).click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');

    await page.getByLabel('Find runs by name, gear or day').fill('interv');
    await expect(names(page).first()).toHaveText('Intervals');
    await filter(page, 'Distance').selectOption('5 to 10 km');
    await expect(page.getByRole('status').filter({ hasText: / of \d+/ })).toBeVisible();
    await filter(page, 'Gear').selectOption('Red racing shoes');
    await page.reload();
    await expectRuns(page);
    await expect(names(page).first()).toHaveText('Intervals');
    await expect(filter(page, 'Gear')).toHaveValue('Red racing shoes');

    await page.getByLabel('Find runs by name, gear or day').fill('nobody would call a run so');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(filter(page, 'Gear')).toHaveValue('');
    if (isMobile) {
      await filter(page, 'Sort').selectOption('By pace');
      await expect(page).toHaveURL(/sort=pace/);
    }
  },
);

test(
  'a button shows all runs, and only those around the viewport are rendered',
  { tag: '@phone' },
  async ({ page }) => {
    await open(page);
    await expect(names(page)).toHaveCount(12);
    await page.getByRole('button', { name: /^Show all \d+ runs$/ }).click();
    const rowCount = async () => Number(await table(page).getAttribute('aria-rowcount'));
    await expect.poll(rowCount).toBeGreaterThan(151);
    const all = (await rowCount()) - 1;
    expect(await names(page).count()).toBeLessThan(80);
    const records = page.getByRole('heading', { name: 'Records', exact: true });
    await records.scrollIntoViewIfNeeded();
    await expect(table(page).locator(`tr[aria-rowindex="${all + 1}"]`)).toBeVisible();
    await expect(page).toHaveURL(/rows=all/);
  },
);

test(
  'a run opens with the focus on its name, and going back returns to the same position of the list',
  { tag: '@phone' },
  async ({ page }) => {
    await open(page, '?sort=-metres');
    const link = names(page).nth(5);
    await link.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/running\/sample-[\d-]+\?sort=-metres$/);
    await expect(page.getByText('Sample run: nobody ran this')).toBeVisible();
    await expect(page.locator('#runs h1:focus')).toHaveText('Long run');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole('link', { name: 'All runs' }).click();
    await expect(page).toHaveURL(/\?sort=-metres$/);
    await expect(table(page)).toBeVisible();
    await expect(link).toBeFocused();
    expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(5);
  },
);

test('the calendar is one tab stop, and each day has a label', async ({ page }) => {
  await open(page);
  const stops = calendar(page).locator('[tabindex="0"]');
  await expect(stops).toHaveCount(1);
  await stops.focus();
  await page.keyboard.press('Home');
  const year = /\d{4}/.exec((await calendar(page).getAttribute('aria-label')) ?? '')?.[0] ?? '';
  await expect(page.locator(':focus')).toHaveAttribute('data-day', `${year}-01-01`);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator(':focus')).toHaveAttribute('data-day', `${year}-01-08`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('PageDown');
  await expect(page.locator(':focus')).toHaveAttribute('data-day', `${year}-02-01`);
  await expect(page.locator(':focus')).toHaveAccessibleName(
    new RegExp(`February 1, ${year}: (no run|[\\d.]+ (km|mi))`),
  );
  await expect(stops).toHaveCount(1);
  const line = page.locator('.runs-day-line');
  await expect(line).toContainText(`February 1, ${year}`);
  // A day with a run links to it.
  await calendar(page).locator('[data-level="4"]').last().click();
  await expect(line.getByRole('link')).toHaveAttribute('href', /^\/running\/sample-/);
});

test(
  'the training load of half a year is a chart, and what it is today is said in words',
  { tag: '@phone' },
  async ({ page }) => {
    await open(page);
    await goTo(page, 'Training load');
    const section = page.getByRole('region', { name: 'Training load' });
    await expect(section.getByRole('slider', { name: 'Fitness and fatigue' })).toBeVisible();
    await expect(section).toContainText(/(more|less) than four weeks ago|as much as four weeks ago/);
    await section.getByText('Table', { exact: true }).click();
    await expect(section.getByRole('columnheader')).toHaveText(['Day', 'Fitness', 'Fatigue']);
  },
);

test('another year, other totals, another distance: the charts follow and the address keeps it', async ({
  page,
}) => {
  await open(page);
  const years = page.getByRole('group', { name: 'Year' }).getByRole('button');
  const earlier = (await years.last().textContent()) ?? '';
  await years.last().click();
  await expect(page.getByRole('heading', { name: earlier, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Weeks' }).click();
  await expect(page.getByRole('slider', { name: `Distance by week in ${earlier}` })).toBeVisible();
  await goTo(page, 'Best efforts');
  await page.locator('#runs').getByRole('button', { name: '10 km', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Personal bests over 10 km' })).toBeVisible();
  await page.getByRole('button', { name: 'Moving time' }).click();
  await page.reload();
  await expectRuns(page);
  await goTo(page, 'Best efforts');
  await expect(page.getByRole('heading', { name: 'Personal bests over 10 km' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Moving time' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('heading', { name: earlier, exact: true })).toBeVisible();
});

test('the poster is drawn, and it and the table can be downloaded', async ({ page }) => {
  await open(page, '?unit=mi');
  await goTo(page, 'Poster');
  await page.getByRole('textbox', { name: 'Title' }).fill('Miles & more <1>');
  await expect(page.getByRole('img', { name: /^Poster: \d{4} in runs$/ })).toBeVisible();
  const saved = async (button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };
  const poster = await saved('Download as SVG');
  expect(poster.name).toMatch(/^running-\d{4}\.svg$/);
  expect(poster.text).toContain('Miles &amp; more &lt;1&gt;');
  expect(poster.text).toContain('nobody ran these');
  expect(poster.text.match(/<path /g)?.length).toBeGreaterThan(20);
  const file = await saved('CSV of the runs shown');
  expect(file.name).toMatch(/^runs-[\d-]+\.csv$/);
  expect(file.text.split('\r\n')[0]).toContain('Distance (mi)');
  expect(file.text.split('\r\n').length).toBeGreaterThan(100);
});

test('when the runs cannot be fetched, the page says so, keeps its text, and tries again', async ({
  page,
  expectMessage,
}) => {
  expectMessage(/ERR_FAILED/);
  await page.route('**/runs-section-*.js', (route) => route.abort());
  await page.goto('/running');
  const alert = page.getByRole('alert').filter({ hasText: 'The runs could not be loaded.' });
  await expect(alert).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Even is fast' })).toBeVisible();
  await page.unroute('**/runs-section-*.js');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expectRuns(page);
});

test('axe finds nothing among the runs', { tag: '@phone' }, async ({ page }) => {
  await open(page);
  await expect(table(page).locator('svg').first()).toBeAttached();
  for (const title of ['Records', 'Best efforts', 'Gear', 'Poster']) await goTo(page, title);
  await expect(page.getByRole('img', { name: /^Poster/ })).toBeVisible();
  expect(await runAxeInBothThemes(page)).toEqual([]);
});
