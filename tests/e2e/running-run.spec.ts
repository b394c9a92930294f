/** One run: route, charts and splits with one cursor, the owner's actions, and the public view. */
import type { Browser, Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';
import { metresBetween } from '../../running/analysis/geometry.ts';
import { toLocalDay } from '../../running/day.ts';
import { createSampleRuns } from '../../running/samples/sample-runs.ts';
import { holdRequests } from '../harness/hold-requests.ts';
import { waitForReact } from '../harness/login-page.ts';
import { runAxe, runAxeInBothThemes } from '../harness/run-axe.ts';
import { gpxFile, stravaExport } from '../harness/run-files.ts';
import { somewhere } from '../harness/running/recording.ts';
import {
  chooseFiles,
  importPart,
  importRuns,
  openAsRunner,
  openRun,
  openRunning,
  zonesPart,
} from '../harness/running-page.ts';
import { expect, test } from '../harness/sign-in-site.ts';

const chart = (page: Page, name: string) => page.getByRole('slider', { name });
const route = (page: Page) => page.getByRole('img', { name: /^The route: / });
const cursorOnMap = (page: Page) => page.locator('.route-cursor');
const splits = (page: Page) => page.getByRole('region', { name: /^(Kilometer|Mile) splits$/ });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** A sample run, as a visitor of a new site sees it: that of the last Tuesday or so, with others before and after it. */
const today = new Date().toISOString().slice(0, 10);
const sampleDays = createSampleRuns({ until: today, weeks: 4 }).map(({ start }) => toLocalDay(start, 0));
const sample = `sample-${sampleDays.at(-4)}`;

async function openSample(page: Page): Promise<void> {
  await openRunning(page, `/${sample}`);
  await expect(chart(page, 'Elevation')).toBeVisible();
}

test(
  'a run is shown with its figures, route, charts, splits, zones and efforts, and is accessible',
  { tag: '@phone' },
  async ({ page }) => {
    await openSample(page);
    await expect(page.getByText('Sample run: nobody ran this')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Even is fast' })).toHaveCount(0);
    // The name is at the top, and not below the head of the section.
    const box = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(box?.y).toBeLessThan(260);
    await expect(page.getByText('Moving time', { exact: true })).toBeVisible();
    await expect(route(page)).toBeVisible();
    await expect(chart(page, 'Pace')).toBeVisible();
    await expect(chart(page, 'Heart rate')).toBeVisible();
    await expect(splits(page).getByRole('row').nth(2)).toBeVisible();
    await expect(part(page, 'Heart rate zones').getByRole('row')).toHaveCount(6);
    await expect(part(page, 'Heart rate zones')).toContainText(
      /Based on \d{3} bpm, the highest of all runs\./,
    );
    await expect(
      part(page, 'Best efforts').getByRole('rowheader', { name: '5 km', exact: true }),
    ).toBeVisible();
    // The owner's actions are not shown.
    await expect(part(page, 'Who can see it')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    expect(await runAxeInBothThemes(page)).toEqual([]);
  },
);

test('the arrow keys move one cursor over route, charts and splits', async ({ page }) => {
  await openSample(page);
  await expect(cursorOnMap(page)).toHaveCount(0);
  await chart(page, 'Elevation').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('PageUp');
  const place = await chart(page, 'Elevation').getAttribute('aria-valuenow');
  expect(Number(place)).toBeGreaterThan(10);
  await expect(chart(page, 'Pace')).toHaveAttribute('aria-valuenow', String(place));
  await expect(chart(page, 'Heart rate')).toHaveAttribute('aria-valuenow', String(place));
  await expect(page.getByText(/^\d+\.\d\d (km|mi) · \d+:\d\d · .* bpm$/)).toBeVisible();
  await expect(splits(page).locator('[data-here]')).toHaveCount(1);
  const before = await cursorOnMap(page).boundingBox();
  await page.keyboard.press('PageUp');
  expect(await cursorOnMap(page).boundingBox()).not.toEqual(before);
  await page.keyboard.press('Escape');
  await expect(cursorOnMap(page)).toHaveCount(0);
});

test(
  'a pointer or a touch on the route moves the cursor of the charts',
  { tag: '@phone' },
  async ({ page, hasTouch }) => {
    await openSample(page);
    await route(page).scrollIntoViewIfNeeded();
    const box = await route(page).boundingBox();
    if (!box) throw new Error('There is no route.');
    const point = { x: box.x + box.width / 2, y: box.y + box.height / 4 };
    if (hasTouch) await page.touchscreen.tap(point.x, point.y);
    else await page.mouse.move(point.x, point.y);
    await expect(cursorOnMap(page)).toHaveCount(1);
    const last = await chart(page, 'Pace').getAttribute('aria-valuemax');
    await expect(chart(page, 'Pace')).not.toHaveAttribute('aria-valuenow', String(last));
  },
);

test('links lead to the previous and next run, and an unknown run shows a message', async ({ page }) => {
  await openSample(page);
  const others = page.getByRole('navigation', { name: 'Other runs' });
  await others.getByRole('link', { name: /Previous run/ }).click();
  await expect(page).not.toHaveURL(new RegExp(`/running/${sample}$`));
  await others.getByRole('link', { name: /Next run/ }).click();
  await expect(page).toHaveURL(new RegExp(`/running/${sample}$`));
  await openRunning(page, `/${crypto.randomUUID()}`);
  await expect(page.getByText('This run is private or has been deleted.')).toBeVisible();
});

test('the address of a sample run leads to the same run on another day', async ({ page, browser }) => {
  await openSample(page);
  const figures = page.locator('.run-figures');
  const words = await figures.innerText();
  const later = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await later.newPage();
  await other.clock.setFixedTime(Date.now() + 9 * 86_400_000);
  await other.goto(page.url());
  await expect(other.locator('.run-figures')).toHaveText((await figures.textContent()) ?? '');
  expect(await other.locator('.run-figures').innerText()).toBe(words);
  await later.close();
});

test('name, notes and gear of a run are saved, and the zones follow the maximum heart rate', async ({
  page,
  signInSite,
}) => {
  await openAsRunner(page, signInSite, [gpxFile('river.gpx', '2026-03-01', 'Along the river')]);
  await openRun(page, 'Along the river');
  const form = part(page, 'Name and notes');
  await form.getByLabel('Name').fill('Along the Isar');
  await form.getByLabel('Notes').fill('Fog until eight.');
  await form.getByLabel('Gear').fill('Blue shoes');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Along the Isar' })).toBeVisible();
  const zones = part(page, 'Heart rate zones');
  await zones.getByRole('button', { name: 'Set yours' }).click();
  await zones.getByLabel('Your maximum heart rate').fill('20');
  await zones.getByRole('button', { name: 'Save' }).click();
  await expect(zones.getByRole('alert')).toHaveText(
    'Enter a whole number from 100 to 250, or leave it empty.',
  );
  await zones.getByLabel('Your maximum heart rate').fill('200');
  await zones.getByRole('button', { name: 'Save' }).click();
  await expect(zones).toContainText('Based on 200 bpm, your maximum.');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Along the Isar' })).toBeVisible();
  await expect(page.getByText('Fog until eight.').first()).toBeVisible();
  await expect(part(page, 'Details')).toContainText('Blue shoes');
  await expect(zones).toContainText('Based on 200 bpm, your maximum.');
  expect(await runAxe(page)).toEqual([]);
});

test('a run without a recording shows only its sums; once deleted, it can be restored', async ({
  page,
  signInSite,
}) => {
  await openAsRunner(page, signInSite);
  await importRuns(page, [stravaExport()]);
  await openRun(page, 'Treadmill');
  await expect(page.getByRole('article').getByText('5.00 km')).toBeVisible();
  await expect(page.getByText('This run has totals but no recording')).toBeVisible();
  await expect(route(page)).toHaveCount(0);
  await expect(page.getByRole('slider')).toHaveCount(0);
  await expect(splits(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete this run …' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'This run is deleted' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Treadmill' })).toBeVisible();
});

test('a public run is cut by the zones of its owner: no visitor sees where they live', async ({
  page,
  browser,
  signInSite,
}) => {
  test.slow();
  await openAsRunner(page, signInSite, [gpxFile('river.gpx', '2026-03-01', 'Along the river')]);
  const zones = zonesPart(page);
  await zones.getByRole('button', { name: 'Add a zone' }).click();
  await zones.getByLabel('Name of the place').fill('Home');
  await zones.getByLabel('How much to hide around it').selectOption({ label: '200 m: the street' });
  await expect(zones.getByRole('img', { name: /pale part is hidden from others/ })).toBeVisible();
  await zones.getByRole('button', { name: 'Hide this place' }).click();
  await expect(zones.getByText('Zone added.')).toBeVisible();
  await zones.getByRole('button', { name: 'See what they hide' }).click();
  const routeWithRings = zones.getByRole('img', { name: /pale part is hidden from others/ });
  await expect(routeWithRings.locator('.route-zone circle')).toHaveCount(2);
  await expect(zones).toContainText(
    'A ring is a privacy zone, and the dashed circle is the part that is cut',
  );
  await zones.getByRole('button', { name: 'Close' }).click();
  await expect(routeWithRings).toHaveCount(0);
  expect(await runAxe(page)).toEqual([]);

  await openRun(page, 'Along the river');
  const visibility = part(page, 'Who can see it');
  await expect(visibility).toContainText('Only you can see this run.');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const visitor = await openVisitor(browser, signInSite.url);
  await openRunning(visitor.page, `/${id}`);
  await expect(visitor.page.getByText('This run is private or has been deleted.')).toBeVisible();

  await visibility.getByRole('button', { name: 'Make it public …' }).click();
  await expect(visibility.getByRole('img', { name: /pale part is hidden from others/ })).toBeVisible();
  await expect(visibility).toContainText('The pale part stays private');
  await visibility.getByRole('button', { name: 'Make it public', exact: true }).click();
  await expect(visibility).toContainText('Everyone can see this run');
  const link = await visibility.getByLabel('Link to this run').inputValue();
  expect(link).toBe(`${signInSite.url}/running/${id}`);

  // First with a bad connection.
  await visitor.page.route('**/rest/v1/**', (request) => request.abort());
  await visitor.page.goto(link);
  await expect(visitor.page.getByText('The run could not be loaded.')).toBeVisible();
  await visitor.page.unroute('**/rest/v1/**');
  await visitor.page.getByRole('button', { name: 'Try again' }).click();
  await expect(visitor.page.getByRole('heading', { level: 1, name: 'Along the river' })).toBeVisible();
  await expect(route(visitor.page)).toBeVisible();
  await expect(part(visitor.page, 'Name and notes')).toHaveCount(0);
  await expect(part(visitor.page, 'File')).toHaveCount(0);
  expect(await runAxe(visitor.page)).toEqual([]);
  const previewed = visitor.page.locator('meta[property="og:title"]');
  await expect(previewed).toHaveAttribute('content', /^A run of [\d.]+ km on /);
  const picture = await visitor.page.locator('meta[property="og:image"]').getAttribute('content');
  expect(picture).toContain(`/@run/${id}.png`);
  const drawn = await visitor.page.request.get(picture ?? '');
  expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/png']);
  expect(await visitor.page.title()).toMatch(/^Along the river · /);

  const key = await page.evaluate(() => document.documentElement.dataset.key ?? '');
  expect(await nearestToHome(signInSite.backendUrl, key, id)).toBeGreaterThan(200);

  await visibility.getByRole('button', { name: 'Make it private' }).click();
  await expect(visibility).toContainText('Only you can see this run.');
  await visitor.page.reload();
  await expect(visitor.page.getByText('This run is private or has been deleted.')).toBeVisible();
  await expect(previewed).toHaveAttribute('content', 'Run');
  const hidden = await visitor.page.request.get(picture ?? '', { maxRedirects: 0 });
  expect([hidden.status(), hidden.headers().location]).toEqual([
    302,
    expect.stringMatching(/\/running\.png$/),
  ]);
  await visitor.close();
});

test(
  'a zone is set at the current position and by coordinates, and removed',
  { tag: '@phone' },
  async ({ page, context, signInSite }) => {
    await context.grantPermissions(['geolocation'], { origin: signInSite.url });
    await context.setGeolocation({ latitude: 48.3, longitude: 11.6 });
    await openAsRunner(page, signInSite, [gpxFile('river.gpx', '2026-03-01', 'Along the river')]);
    const zones = zonesPart(page);
    await zones.getByRole('button', { name: 'Add a zone' }).click();
    await zones.getByLabel('Where I am now').check();
    await expect(zones.getByText('You are at 48.3000, 11.6000.')).toBeVisible();
    await zones.getByRole('button', { name: 'Hide this place' }).click();
    await expect(zones.getByRole('listitem')).toContainText(['48.3000, 11.6000']);
    await zones.getByRole('button', { name: 'Add a zone' }).click();
    await zones.getByLabel('Name of the place').fill('Office');
    await zones.getByLabel('By coordinates').check();
    await zones.getByRole('button', { name: 'Hide this place' }).click();
    await expect(zones.getByRole('alert').filter({ hasText: 'Enter the place like this' })).toBeVisible();
    await zones.getByLabel('Latitude and longitude').fill('48.1° N, 11.4° E');
    await zones.getByRole('button', { name: 'Hide this place' }).click();
    await expect(zones.getByRole('listitem')).toHaveCount(2);
    await zones.getByRole('button', { name: 'Remove Office …' }).click();
    await zones.getByRole('button', { name: 'Remove the zone' }).click();
    await expect(zones.getByRole('listitem')).toHaveCount(1);
  },
);

test('import and zones use miles where the user has chosen them', async ({ page, signInSite }) => {
  await openAsRunner(page, signInSite, [gpxFile('river.gpx', '2026-03-01', 'Along the river')]);
  await page.getByRole('button', { name: 'Miles', exact: true }).click();
  await chooseFiles(page, [gpxFile('hill.gpx', '2026-03-02', 'Up the hill')]);
  await expect(importPart(page).getByText('Up the hill')).toBeVisible();
  await expect(importPart(page).getByText(/· [\d.]+ mi ·/)).toBeVisible();
  const zones = zonesPart(page);
  await zones.getByRole('button', { name: 'Add a zone' }).click();
  await expect(zones.getByLabel('The run').locator('option')).toHaveText(/Along the river, [\d.]+ mi$/);
  await expect(zones.getByLabel('How much to hide around it').locator(':checked')).toHaveText(/^¼ mi: /);
});

/** The distance in meters from home to the nearest point that the database returns to other visitors. */
async function nearestToHome(backend: string, key: string, id: string): Promise<number> {
  const { data, error } = await createClient(backend, key, { auth: { persistSession: false } })
    .from('published_runs')
    .select('latitude, longitude')
    .eq('run_id', id)
    .single<{ latitude: number[]; longitude: number[] }>();
  if (error) throw error;
  expect(data.latitude.length).toBeGreaterThan(100);
  const { latitude, longitude } = somewhere;
  return data.latitude.reduce(
    (nearest, north, point) =>
      Math.min(nearest, metresBetween(latitude, longitude, north / 1e6, (data.longitude[point] ?? 0) / 1e6)),
    Number.POSITIVE_INFINITY,
  );
}

/** A visitor who is not signed in. */
async function openVisitor(
  browser: Browser,
  baseURL: string,
): Promise<{ page: Page; close(): Promise<void> }> {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto('/running');
  await waitForReact(page);
  return { page, close: () => context.close() };
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a run can be read: its name, figures and route are in the HTML', async ({ page }) => {
    await page.goto(`/running/${sample}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.run-figures')).toContainText(/Distance[\d.]+ km/);
    await expect(route(page)).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'Running' })
      .click();
    await expect(page).toHaveURL('/running');
  });

  test('a run that strangers do not see says so', async ({ page }) => {
    await page.goto(`/running/${crypto.randomUUID()}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Run not found' })).toBeVisible();
    await expect(page.locator('noscript .hint')).toHaveText('This run is private or has been deleted.');
    await expect(page.locator('.run-skeleton')).toBeHidden();
  });
});

test(
  'the browser takes over from the HTML, and nothing moves: the route is drawn where its shape was',
  { tag: '@phone' },
  async ({ page }) => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const { dataset } = document.documentElement;
        for (const entry of list.getEntries())
          dataset.shift = `${Number(dataset.shift ?? 0) + (entry as PerformanceEntry & { value: number }).value}`;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const scripts = await holdRequests(page, /\/assets\/run-view-/);
    await page.goto(`/running/${sample}?unit=km`);
    await expect.poll(() => scripts.requests.length).toBeGreaterThan(0);
    const drawn = (part: string) =>
      page.locator(part).evaluate((element) => element.getBoundingClientRect().toJSON());
    const [shape, map, figures] = [
      await drawn('.route-line'),
      await drawn('.route-map'),
      await drawn('.run-figures'),
    ];
    scripts.release();
    await expect(chart(page, 'Elevation')).toBeVisible();
    expect(await drawn('.route-map')).toEqual(map);
    expect(await drawn('.run-figures')).toEqual(figures);
    const line = await drawn('.route-line');
    for (const side of ['left', 'top', 'width', 'height'])
      expect(Math.abs(line[side] - shape[side]), side).toBeLessThan(4);
    expect(Number((await page.locator('html').getAttribute('data-shift')) ?? 0)).toBeLessThan(0.01);
  },
);
