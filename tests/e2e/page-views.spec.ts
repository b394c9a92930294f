/** From a visitor's browser to the owner's figures: what is counted, what is not and why, and how /stats shows it. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { findOverflow } from '../harness/find-overflow.ts';
import { holdRequests } from '../harness/hold-requests.ts';
import { openLogin, signInWithPassword, waitForReact } from '../harness/login-page.ts';
import { followLink, openWithReact, watchRequests } from '../harness/react-page.ts';
import { runAxe } from '../harness/run-axe.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { asAPerson, expect, hideAutomation, type StatsSite, test } from '../harness/stats-site.ts';

// The figures belong to the site, so the tests of one worker run one after the other.
test.describe.configure({ mode: 'serial' });
test.beforeEach(({ statsSite }) => statsSite.forgetAll());

const today = () => new Date().toISOString().slice(0, 10);
const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

/** From no page of the site: an open one could ask for something as the owner at this moment, and log that it is refused. */
async function removeCookies(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

/** Returns a client of the session that the page has. */
async function openStats(page: Page, site: StatsSite, path = '/stats', person = site.owner) {
  const client = await signInByApi(page, site, person);
  await openLogin(page, path);
  await expect(page.getByRole('heading', { name: 'Page views' })).toBeVisible();
  return client;
}

test.describe('a visitor', () => {
  test.use(asAPerson);
  test.beforeEach(({ page }) => hideAutomation(page));

  test(
    'is counted for each page, on the first load and on a route change',
    { tag: '@hosted' },
    async ({ page, statsSite }) => {
      await openWithReact(page, '/');
      await followLink(page, '/about');
      await expect(page).toHaveTitle(/^About/);
      await expect.poll(() => statsSite.facts('total')).toEqual({ '': 2 });
      const [row] = await statsSite.database
        .sql`select visitors from site.page_view_facts where kind = 'total'`;
      expect(row?.visitors).toBe(1);
    },
  );

  test('has nothing stored in the browser', async ({ page, context, statsSite }) => {
    await openWithReact(page, '/');
    await expect.poll(() => statsSite.facts('total')).toEqual({ '': 1 });
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });

  test('from another site is counted for it once, not for every page', async ({ page, statsSite }) => {
    await page.route('https://example.com/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<a href="${statsSite.url}/about" referrerpolicy="unsafe-url">here</a>`,
      }),
    );
    await page.goto('https://example.com/list');
    await page.getByRole('link', { name: 'here' }).click();
    await expect(page).toHaveTitle(/^About/);
    await page.locator('header a').first().hover();
    await waitForReact(page);
    await followLink(page, '/posts');
    await expect.poll(() => statsSite.facts('total')).toEqual({ '': 2 });
    expect(await statsSite.facts('referrer')).toEqual({ 'example.com': 1 });
  });

  test('who asks not to be counted sends nothing', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    const views = watchRequests(page, /^\/views$/);
    await openWithReact(page, '/');
    await followLink(page, '/about');
    await expect(page).toHaveTitle(/^About/);
    await page.waitForLoadState('networkidle');
    expect(views).toEqual([]);
  });

  test('whose browser says Do Not Track sends nothing', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'doNotTrack', { value: '1' }));
    const views = watchRequests(page, /^\/views$/);
    await page.goto('/about');
    await page.waitForLoadState('networkidle');
    expect(views).toEqual([]);
  });

  test('a repeated message counts once', { tag: '@hosted' }, async ({ page, statsSite }) => {
    const sent = page.waitForRequest(/\/views$/);
    await page.goto('/about');
    const body = (await sent).postData() ?? '';
    const statuses = await page.evaluate(
      (message) =>
        Promise.all(
          [1, 2, 3].map(() =>
            fetch('/views', { method: 'POST', body: message }).then(({ status }) => status),
          ),
        ),
      body,
    );
    expect(statuses).toEqual([204, 204, 204]);
    await expect.poll(() => statsSite.facts('discarded')).toEqual({ replayed: 3 });
    expect(await statsSite.facts('total')).toEqual({ '': 1 });
  });

  test('a page that does not exist is not counted', async ({ page, statsSite, expectMessage }) => {
    expectMessage(/status of 404/);
    const views = watchRequests(page, /^\/views$/);
    await page.goto('/nowhere');
    await page.waitForLoadState('networkidle');
    expect(views).toEqual([]);
    expect(await statsSite.facts('total')).toEqual({});
  });
});

test('an automated browser is not counted, and the reason is shown', async ({ page, statsSite }) => {
  await page.goto('/about');
  await expect.poll(() => statsSite.facts('discarded')).toEqual({ headless: 1 });
  expect(await statsSite.facts('total')).toEqual({});
});

test.describe('the owner', () => {
  test.use(asAPerson);
  test.beforeEach(({ page }) => hideAutomation(page));

  test(
    'is left out, also after signing out, without a cookie',
    { tag: '@hosted' },
    async ({ page, statsSite }) => {
      await openLogin(page, '/stats');
      await signInWithPassword(page, statsSite.owner);
      await expect(page.getByRole('heading', { name: 'Page views' })).toBeVisible();
      await page.goto('/about');
      await expect.poll(async () => (await statsSite.facts('discarded')).owner).toBeGreaterThan(1);
      await removeCookies(page);
      await statsSite.forgetAll();
      await page.goto('/about');
      await expect.poll(() => statsSite.facts('discarded')).toEqual({ owner: 1 });
      expect(await statsSite.facts('total')).toEqual({});
    },
  );

  test('can have this browser counted again', { tag: '@hosted' }, async ({ page, statsSite }) => {
    await openStats(page, statsSite);
    await page.getByLabel(/Do not count visits from this browser/).uncheck();
    await removeCookies(page);
    await statsSite.forgetAll();
    await page.goto('/about');
    await expect.poll(() => statsSite.facts('total')).toEqual({ '': 1 });
  });
});

test.describe('/stats', () => {
  test('before the first view shows what it will contain', async ({ page, statsSite }) => {
    await openStats(page, statsSite);
    await expect(page.getByRole('heading', { name: 'Nothing yet' })).toBeVisible();
    await expect(page.getByRole('slider', { name: 'An example of views and visitors' })).toBeVisible();
    expect(await runAxe(page)).toEqual([]);
    // The first view appears by itself.
    await statsSite.record([{ views: 2 }]);
    await expect(page.locator('.stats-figures')).toContainText('Views2');
  });

  test(
    'shows views and readers as they come, nothing moves, and notices when the session is ended elsewhere',
    { tag: '@hosted' },
    async ({ page, statsSite, expectMessage }) => {
      await statsSite.record([{ path: '/about', views: 4 }]);
      const client = await openStats(page, statsSite, '/stats?range=today&compare=off');
      const figures = page.locator('.stats-figures');
      await expect(figures).toContainText('Here now1');
      const place = async () =>
        (await page.getByRole('heading', { name: 'Pages', exact: true }).boundingBox())?.y;
      const before = await place();
      await expect(page.getByText('Live: views appear as they happen')).toBeVisible();
      await statsSite.record([{ path: '/about', visitor: '2', views: 900 }]);
      await expect(figures).toContainText('Views904');
      await expect(figures).toContainText('Here now2');
      await expect(
        page.getByRole('group', { name: 'Pages', exact: true }).getByRole('row').nth(1),
      ).toContainText('904');
      expect(await place()).toBe(before);
      expectMessage(/403 .*\/auth\/v1\//);
      await client.auth.signOut();
      await expect(page).toHaveURL(/\/login/);
    },
  );

  test('without a connection reads the figures again every half minute', async ({ page, statsSite }) => {
    await page.clock.install();
    await page.routeWebSocket(/\/realtime\//, (socket) => socket.close());
    await statsSite.record([{ views: 4 }]);
    await openStats(page, statsSite, '/stats?range=today');
    await expect(page.getByText('Not connected: updates every 30 seconds')).toBeVisible();
    await statsSite.record([{ views: 3 }]);
    const figures = page.locator('.stats-figures');
    await expect(figures).toContainText('Views4');
    await page.clock.runFor(30_000);
    await page.clock.runFor(5000);
    await expect(figures).toContainText('Views7');
  });

  test('is not for other signed-in users, and says so', { tag: '@hosted' }, async ({ page, statsSite }) => {
    const asked = watchRequests(page, /\/rpc\//);
    await openStats(page, statsSite, '/stats', statsSite.stranger);
    await expect(page.getByText('Only the owner of this site can see these figures.')).toBeVisible();
    await expect(page.getByText(statsSite.stranger.email)).toBeVisible();
    expect(asked).toEqual([]);
    expect(await runAxe(page)).toEqual([]);
  });

  test(
    'shows figures with their change, and views by page, referrer, device and reason',
    { tag: '@hosted' },
    async ({ page, statsSite }) => {
      await statsSite.record([
        { path: '/about', views: 4, referrer: 'example.com' },
        { path: '/running', visitor: '2', device: 'phone', day: daysAgo(3), views: 2 },
        { path: '/about', visitor: '3', day: daysAgo(40), views: 3 },
      ]);
      await statsSite.database
        .sql`insert into site.page_view_facts values ('discarded', 1, ${today()}, 'bot', 9, 0)`;
      await openStats(page, statsSite);
      const figures = page.locator('.stats-figures');
      await expect(figures.getByText('+100%').first()).toBeVisible();
      await expect(figures).toContainText('Views6');
      const rows = (name: string) => page.getByRole('group', { name, exact: true }).getByRole('row');
      await expect(rows('Pages')).toContainText(['Page', '/about', '/running']);
      await expect(rows('Pages').nth(1)).toContainText('4');
      await expect(rows('Referrers')).toContainText(['Site', 'example.com']);
      await expect(rows('Devices')).toContainText(['Device', 'Computer', 'Phone']);
      await expect(rows('Not counted')).toHaveCount(0);
      // The look at this page is left out as well, and counted a moment later.
      await page.getByText(/^(9|10) requests not counted, by reason$/).click();
      await expect(rows('Not counted').nth(1)).toHaveText(/^A bot, by its user agent9$/);
      await expect(figures).toContainText('Here now1');
      expect(await runAxe(page)).toEqual([]);
    },
  );

  test('keeps its state in the address, and the back button follows it', async ({ page, statsSite }) => {
    await statsSite.record([{ views: 4 }, { day: daysAgo(5), views: 3 }, { day: daysAgo(10), views: 2 }]);
    await openStats(page, statsSite);
    const views = page.locator('.stats-figures dd.figure').first();
    await expect(views).toHaveText('9');
    // There was nothing in the 30 days before.
    await expect(page.locator('.stats-figures')).not.toContainText('compared with');
    await expect(page.getByRole('link', { name: 'Stop comparing' })).toHaveCount(0);
    await expect(page.getByText('Views before')).toHaveCount(0);
    await page.getByRole('link', { name: 'Today' }).click();
    await expect(page).toHaveURL(/\?range=today$/);
    await expect(views).toHaveText('4');
    await page.getByRole('link', { name: 'All time' }).click();
    await expect(views).toHaveText('9');
    await page.goBack();
    await expect(views).toHaveText('4');
    await page.goto('/stats?range=7d&compare=off');
    await expect(views).toHaveText('7');
    await expect(page.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'true');
    await expect(page.getByText('compared with the previous 7 days')).toHaveCount(0);
    await page.getByRole('link', { name: 'Compare with the previous period' }).click();
    await expect(page).toHaveURL(/\?range=7d$/);
  });

  const figures = (page: Page) => page.locator('.stats-figures dd.figure');
  const rowsOf = (page: Page, name: string) =>
    page.getByRole('group', { name, exact: true }).getByRole('row');
  const filters = (page: Page) => page.getByRole('list', { name: 'Filters' });
  const twoVisitors = [
    { path: '/about', referrer: 'example.com', country: 'DE', views: 2 },
    { path: '/running', country: 'DE' },
    { path: '/running', visitor: '2', device: 'phone' as const, country: 'US', views: 4 },
  ];

  test(
    'is filtered by a page and a device, in the address, with the keyboard and back again',
    { tag: '@hosted' },
    async ({ page, statsSite }) => {
      await statsSite.record([...twoVisitors, { path: '/about', day: daysAgo(3), visitor: '3' }]);
      await openStats(page, statsSite, '/stats?range=7d');
      await expect(figures(page).first()).toHaveText('8');
      await expect(rowsOf(page, 'Entry pages')).toHaveText([/^PageVisitors/, /^\/about2/, /^\/running1/]);
      await expect(filters(page)).toHaveCount(0);
      const ofPage = rowsOf(page, 'Pages').getByRole('link', { name: '/running' });
      await expect(ofPage).toHaveAttribute('href', '/stats?range=7d&page=/running');
      await ofPage.focus();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/stats\?range=7d&page=\/running$/);
      await expect(figures(page).first()).toHaveText('5');
      await expect(figures(page).nth(1)).toHaveText('2');
      await expect(ofPage).toBeFocused();
      await expect(ofPage).toHaveAttribute('aria-current', 'true');
      await expect(rowsOf(page, 'Pages')).toHaveCount(2);
      await expect(rowsOf(page, 'Referrers')).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Open page /running' })).toHaveAttribute(
        'href',
        '/running',
      );
      await expect(page.getByRole('status').filter({ hasText: '5 views, filtered' })).toBeAttached();
      await rowsOf(page, 'Devices').getByRole('link', { name: 'Phone' }).click();
      await expect(page).toHaveURL(/&page=\/running&device=phone$/);
      await expect(figures(page).first()).toHaveText('4');
      await expect(rowsOf(page, 'Devices')).toHaveText([/^Device/, /^Phone41/]);
      await expect(filters(page).getByRole('listitem')).toHaveText([/^Page\/running/, /^DevicePhone/]);
      const slider = page.getByRole('slider', { name: 'Views and visitors over time' });
      await slider.focus();
      await expect(slider).toHaveAttribute('aria-valuetext', /Views 4, Visitors 1$/);
      expect(await runAxe(page)).toEqual([]);
      await page.goBack();
      await expect(figures(page).first()).toHaveText('5');
      await expect(filters(page).getByRole('listitem')).toHaveCount(1);
      await page.goForward();
      await expect(figures(page).first()).toHaveText('4');
    },
  );

  test(
    'filters are removed one by one, and the focus stays in the report',
    { tag: '@phone' },
    async ({ page, statsSite }) => {
      await statsSite.record(twoVisitors);
      await openStats(page, statsSite, '/stats?range=today&page=/running&country=DE');
      await expect(figures(page).first()).toHaveText('1');
      // By hour, as without filters.
      await expect(page.getByRole('slider')).toHaveAttribute('aria-valuemax', '23');
      const report = page.getByRole('region', { name: 'Figures' });
      await page.getByRole('button', { name: 'Remove filter: Country Germany' }).press('Enter');
      await expect(page).toHaveURL(/\?range=today&page=\/running$/);
      await expect(figures(page).first()).toHaveText('5');
      await expect(report).toBeFocused();
      await page.keyboard.press('Tab');
      const last = page.getByRole('button', { name: 'Remove filter: Page /running' });
      await expect(last).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\?range=today$/);
      await expect(figures(page).first()).toHaveText('7');
      await expect(report).toBeFocused();
      // The row of a filter takes it away as well.
      const ofReferrer = rowsOf(page, 'Referrers').getByRole('link', { name: 'example.com' });
      await ofReferrer.click();
      await expect(figures(page).first()).toHaveText('2');
      await ofReferrer.click();
      await expect(figures(page).first()).toHaveText('7');
      await expect(ofReferrer).toBeFocused();
    },
  );

  test(
    'filters that match nothing say so and can be removed',
    { tag: '@phone' },
    async ({ page, statsSite }) => {
      await statsSite.record(twoVisitors);
      await openStats(page, statsSite, `/stats?page=/${'nowhere'.repeat(12)}&device=phone`);
      await expect(page.getByText('No views match in this period.')).toBeVisible();
      await expect(page.locator('.stats-figures')).toHaveCount(0);
      expect(await findOverflow(page)).toEqual([]);
      await expect(filters(page).getByRole('listitem')).toHaveCount(2);
      expect(await runAxe(page)).toEqual([]);
      await page.getByRole('link', { name: 'Remove all filters' }).click();
      await expect(page).toHaveURL(/\/stats$/);
      await expect(figures(page).first()).toHaveText('7');
      await expect(page.getByRole('region', { name: 'Figures' })).toBeFocused();
    },
  );

  test('says from which day on filters and entry pages are known', async ({ page, statsSite }) => {
    await statsSite.database.sql`update site.page_view_rollup set crossed_from = ${daysAgo(1)}`;
    await statsSite.record([{ day: daysAgo(4), views: 3 }, { day: daysAgo(1) }, { visitor: '2', views: 2 }]);
    await openStats(page, statsSite, '/stats?range=7d');
    await expect(figures(page).first()).toHaveText('6');
    await expect(page.getByText(/^Counted from .* on\.$/)).toBeVisible();
    await expect(rowsOf(page, 'Entry pages')).toHaveText([/^Page/, /^\/about2/]);
    await rowsOf(page, 'Pages').getByRole('link', { name: '/about' }).click();
    await expect(figures(page).first()).toHaveText('3');
    await expect(page.getByText(/^Views can be filtered from .* on\./)).toBeVisible();
    await expect(page.getByRole('slider')).toHaveAttribute('aria-valuemax', '1');
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    await expect(figures(page).first()).toHaveText('2');
    await expect(page.getByText(/^Views can be filtered from/)).toHaveCount(0);
    await expect(page.locator('.stats-figures')).toContainText('compared with yesterday up to this hour');
  });

  test('works with a project that cannot filter yet', async ({ page, statsSite, expectMessage }) => {
    expectMessage(/status of 404/);
    await statsSite.record(twoVisitors);
    // What the data API of a project without the migration answers.
    await page.route('**/rpc/page_view_report', async (route) => {
      if (route.request().postDataJSON().filters)
        return route.fulfill({ status: 404, json: { code: 'PGRST202', message: 'x' } });
      const { entry_pages, entries_from, filters_from, ...older } = await (await route.fetch()).json();
      return route.fulfill({ json: older });
    });
    await openStats(page, statsSite, '/stats?page=/running');
    await expect(page.getByRole('alert')).toContainText('cannot filter page views yet');
    await page.getByRole('link', { name: 'Show all views' }).click();
    await expect(figures(page).first()).toHaveText('7');
    await expect(rowsOf(page, 'Devices')).toHaveText([/^Device/, /^Phone/, /^Computer/]);
    await expect(rowsOf(page, 'Devices').getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Entry pages' })).toHaveCount(0);
  });

  test('the chart is moved by keyboard, announces its position, and is also a table', async ({
    page,
    statsSite,
  }) => {
    await statsSite.record([{ views: 4 }, { day: daysAgo(1), views: 3, visitor: '2' }]);
    await openStats(page, statsSite, '/stats?range=7d&compare=off');
    const chart = page.getByRole('slider', { name: 'Views and visitors over time' });
    await chart.focus();
    await expect(chart).toHaveAttribute('aria-valuetext', /Views 4, Visitors 1$/);
    await page.keyboard.press('ArrowLeft');
    await expect(chart).toHaveAttribute('aria-valuetext', /Views 3, Visitors 1$/);
    await page.keyboard.press('Home');
    await expect(chart).toHaveAttribute('aria-valuenow', '0');
    await page.keyboard.press('End');
    await expect(chart).toHaveAttribute('aria-valuenow', '6');
    await page.keyboard.press('Escape');
    await expect(page.locator('.chart-cursor')).toHaveCount(0);
    await page.getByRole('radio', { name: 'Table' }).check({ force: true });
    await expect(chart).toBeHidden();
    await expect(
      page.getByRole('table', { name: 'Views and visitors over time' }).getByRole('row'),
    ).toHaveCount(8);
    expect(await runAxe(page)).toEqual([]);
  });

  test('the chart follows the pointer', async ({ page, statsSite }) => {
    await statsSite.record([{ views: 4 }]);
    await openStats(page, statsSite, '/stats?range=7d');
    const chart = page.getByRole('slider');
    const box = await chart.boundingBox();
    if (!box) throw new Error('The chart is not there.');
    await page.mouse.move(box.x + 1, box.y + 20);
    await expect(chart).toHaveAttribute('aria-valuenow', '0');
    await page.mouse.move(box.x + box.width - 1, box.y + 20);
    await expect(page.locator('.chart-cursor dl')).toContainText('4');
    await page.mouse.move(box.x, box.y - 200);
    await expect(page.locator('.chart-cursor')).toHaveCount(0);
  });

  test('offers all rows as CSV', { tag: '@hosted' }, async ({ page, statsSite }) => {
    await statsSite.record(
      Array.from({ length: 15 }, (_, index) => ({ path: `/posts/${index}`, views: index + 1 })),
    );
    await openStats(page, statsSite, '/stats?range=today');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV (Pages)' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`pages-${today()}-${today()}.csv`);
    const lines = (await readFile((await file.path()) ?? '', 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(16);
    expect(lines.slice(0, 2)).toEqual(['Page,Views,Visitors', '/posts/14,15,1']);
    await page.getByRole('link', { name: '/posts/9' }).click();
    await expect(page.locator('.stats-figures')).toContainText('Views10');
    const filtered = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV (Pages)' }).click();
    expect((await filtered).suggestedFilename()).toBe(`pages-filtered-${today()}-${today()}.csv`);
    const text = await readFile((await (await filtered).path()) ?? '', 'utf8');
    expect(text.trim().split('\r\n')).toEqual(['Page,Views,Visitors', '/posts/9,10,1']);
  });

  test('while another range is loading, texts and files are those of the figures on screen', async ({
    page,
    statsSite,
  }) => {
    const views = [{}, { day: daysAgo(1), hour: 0 }, { path: '/running', day: daysAgo(20) }];
    await statsSite.record(views.map((view) => ({ path: '/about', ...view })));
    await openStats(page, statsSite, '/stats?range=today');
    const figures = page.locator('.stats-figures');
    await expect(figures).toContainText('Views1');
    const reports = await holdRequests(page, /rpc\/page_view_report/, {
      method: 'POST',
      // Only the answer for the other range is slow.
      isHeld: (request) => request.postDataJSON().first_day !== today(),
    });
    await page.getByRole('link', { name: '30 days' }).click();
    await expect.poll(() => reports.requests.length).toBe(1);
    await expect(figures).toContainText('yesterday up to this hour');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV (Pages)' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`pages-${today()}-${today()}.csv`);
    expect(await readFile((await file.path()) ?? '', 'utf8')).not.toContain('/running');
    reports.release();
    await expect(figures).toContainText('Views3');
  });

  test('reports an error when the figures cannot be read, and tries again', async ({
    page,
    statsSite,
    expectMessage,
  }) => {
    expectMessage(/status of 500/);
    // The page would try again by itself when it is connected.
    await page.routeWebSocket(/\/realtime\//, (socket) => socket.close());
    await statsSite.record([{ views: 4 }]);
    let broken = true;
    await page.route('**/rpc/page_view_report', (route) =>
      broken ? route.fulfill({ status: 500, json: { code: 'XX000', message: 'x' } }) : route.fallback(),
    );
    await signInByApi(page, statsSite, statsSite.owner);
    await openLogin(page, '/stats');
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    broken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('.stats-figures')).toContainText('Views4');
  });
});
