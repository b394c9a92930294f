/** Every page of docs/specification.md, S1, in a browser: its title, its heading and its landmarks. */
import { expect, test } from '../harness/browser-test.ts';
import { findOverflow } from '../harness/find-overflow.ts';
import { followLink, loadReact } from '../harness/react-page.ts';
import { readSharedSite } from '../harness/response-kinds.ts';

const pages = [
  { path: '/', title: /^Porchlight|· Porchlight$/, heading: /\w/ },
  { path: '/about', title: /^About/, heading: /^About/ },
  { path: '/baby-names', title: /names/i, heading: /names/i },
  { path: '/login', title: /^Sign in/, heading: /^Sign in/ },
  { path: '/running', title: /^Running/, heading: /^Running/ },
  { path: '/running/pace', title: /^Pace calculator/, heading: /^Pace calculator/ },
  { path: '/posts', title: /^Articles/, heading: /^Articles/ },
  { path: '/confirm', title: /\w/, heading: /\w/ },
  { path: '/oauth/consent', title: /^Allow access/, heading: /^Allow access/ },
];

for (const { path, title, heading } of pages) {
  test(`${path} has its title, one heading and all landmarks`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page).toHaveTitle(title);
    await expect(page).toHaveTitle(/Porchlight/);
    await expect(page.locator('h1')).toHaveCount(1);
    await expect(page.locator('h1')).toHaveText(heading);
    await expect(page.locator('h1')).toBeInViewport();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    for (const role of ['banner', 'main', 'contentinfo'] as const)
      await expect(page.getByRole(role)).toHaveCount(1);
    await expect(page.getByRole('banner').getByRole('navigation')).toBeVisible();
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /\w/);
  });

  test(`${path} fits the width of the screen`, { tag: '@phone' }, async ({ page }) => {
    await page.goto(path);
    expect(await findOverflow(page)).toEqual([]);
  });
}

test(
  'the front page has the news without the guide, and a door of its own for each section',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/');
    const latest = page.getByRole('region', { name: 'Latest' });
    await expect(latest.getByRole('heading', { name: 'Running by effort' })).toBeVisible();
    await expect(latest.locator('a[href^="/posts/guide"]')).toHaveCount(0);
    const doors = page.locator('.door');
    await expect(doors).toHaveCount(3);
    const drawings = await doors.locator('svg').evaluateAll((all) => all.map((svg) => svg.innerHTML));
    expect(new Set(drawings).size).toBe(3);
    for (const door of await doors.all()) await expect(door.locator('svg')).toBeVisible();
  },
);

test(
  'every article fits the width of the screen; wider content scrolls by itself',
  { tag: '@phone' },
  async ({ page }) => {
    test.slow();
    const articles = (await readSharedSite()).filter(
      ({ path, status }) => path.startsWith('/posts/') && status === 200,
    );
    for (const { path } of articles) {
      await page.goto(path);
      expect.soft(await findOverflow(page), path).toEqual([]);
    }
  },
);

test(
  'the navigation marks the current page, also from a page below it',
  { tag: '@phone' },
  async ({ page }) => {
    const current = page.getByRole('banner').getByRole('navigation').locator('[aria-current]');
    await page.goto('/about');
    await expect(current).toHaveText('About');
    await page.goto('/posts/guide');
    await expect(current).toHaveText('Articles');
  },
);

for (const path of ['/account', '/stats']) {
  test(`${path} redirects to the login page and remembers the requested page`, async ({ page, context }) => {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
    await expect(page.locator('h1')).toHaveText(/^Sign in/);
    const cookies = await context.cookies();
    const remembered = cookies.find(({ name }) => name === 'sb-redirect-path');
    expect(decodeURIComponent(remembered?.value ?? '')).toBe(path);
  });
}

test('an unknown path shows the error screen, and its button leads home', async ({ page, expectMessage }) => {
  expectMessage(/status of 404/);
  const response = await page.goto('/nowhere/at?all=1');
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle(/not found/i);
  const main = page.getByRole('main');
  await expect(main).toContainText('Error');
  await expect(main).toContainText('404');
  await expect(main).toContainText('Page Not Found: /nowhere/at?all=1');
  await page.getByText('Go to home page').click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Page Not Found')).toHaveCount(0);
});

test.describe('an address that is nearly right', () => {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? 'with a script' : 'without a script', () => {
      test.use({ javaScriptEnabled });
      test('offers the page and a search', async ({ page, expectMessage }) => {
        expectMessage(/status of 404/);
        await page.goto('/posts/guide/markdwn');
        if (javaScriptEnabled) await loadReact(page);
        const near = page.getByRole('navigation', { name: 'Did you mean' }).getByRole('link');
        await expect(near).toHaveText(['Markdown']);
        const field = page.getByRole('searchbox', { name: 'Search this site' });
        await expect(field).toHaveValue('markdwn');
        await field.fill('formulas');
        await field.press('Enter');
        await expect(page).toHaveURL('/search?q=formulas');
        await page.goto('/posts/guide/markdwn');
        await near.click();
        await expect(page).toHaveURL('/posts/guide/markdown');
      });
    });
  }

  test('is told after a followed link as well', async ({ page, expectMessage }) => {
    expectMessage(/status of 404/);
    await page.goto('/about');
    await loadReact(page);
    await page.evaluate(() => {
      const link = document.body.appendChild(document.createElement('a'));
      link.href = '/posts/guide/markdwn';
    });
    await followLink(page, '/posts/guide/markdwn');
    await expect(page.getByRole('navigation', { name: 'Did you mean' }).getByRole('link')).toHaveText([
      'Markdown',
    ]);
  });
});
