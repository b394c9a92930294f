/** The names in a browser: with a script and without one, by keyboard and by touch. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { readDownload } from '../harness/read-download.ts';
import { runAxe, runAxeInBothThemes } from '../harness/run-axe.ts';

const names = (page: Page) => page.locator('.name-rows .name-link');
const total = (page: Page) => page.getByRole('search').getByRole('status');

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('html[data-react]').waitFor({ state: 'attached' });
}

/** Collapsed on a small screen, in the margin on a large one. */
async function showOptions(page: Page): Promise<void> {
  const fold = page.getByText('Narrow down');
  if (await fold.isVisible()) await fold.click();
}

for (const width of [320, 1280]) {
  test(`the end of the article is reached by its address, and again when going back, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    await open(page, '/baby-names#how-far-to-trust-the-figures');
    const end = page.getByRole('heading', { name: 'How far to trust the figures' });
    await expect(end).toBeInViewport();
    const readTop = () => end.evaluate((heading) => Math.round(heading.getBoundingClientRect().top));
    const top = await readTop();
    await page
      .getByRole('contentinfo')
      .getByRole('link')
      .first()
      .evaluate((link: HTMLAnchorElement) => link.click());
    await expect(end).toHaveCount(0);
    await page.goBack();
    await expect.poll(readTop).toBe(top);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form submits, and the answer is a page with the query in its address', async ({ page }) => {
    await page.goto('/baby-names');
    await page.getByLabel('Find a name').fill('katheri');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/\/baby-names\?.*part=katheri/);
    await expect(names(page).first()).toHaveText('Katherine');
    await names(page).first().click();
    await expect(page).toHaveURL('/baby-names/katherine');
    await expect(page.getByRole('heading', { name: 'Katherine', exact: true })).toBeVisible();
    await expect(page.getByText(/spellings, one sound/)).toBeVisible();
  });

  test('names are compared and checked with a surname', async ({ page }) => {
    await page.goto('/baby-names/emma');
    await page.getByLabel('Compare with').fill('noah');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(page).toHaveURL(/compare=Emma&compare=noah/);
    await expect(page.getByRole('table', { name: 'The names that are compared' })).toContainText('Noah');
    await page.getByLabel('Last name', { exact: true }).fill('Adams');
    await page.getByRole('button', { name: 'Check' }).click();
    await expect(page.getByText('Emma Adams')).toBeVisible();
    await expect(page.getByText(/may run together/).first()).toBeVisible();
  });

  test('controls that need a script are not shown', async ({ page }) => {
    await page.goto('/baby-names');
    await expect(page.getByRole('button', { name: /shortlist/ })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Your shortlist', exact: true })).toHaveCount(0);
    await page.goto('/baby-names/lists');
    await expect(page.locator('noscript p')).toHaveText('Lists of names need JavaScript.');
  });
});

test.describe('the explorer', () => {
  test('searches while the visitor types, and updates the address', { tag: '@phone' }, async ({ page }) => {
    await open(page, '/baby-names');
    await page.getByText('More ways to search').click();
    const before = await page.evaluate(() => history.length);
    await page.getByLabel('Ends in', { exact: true }).pressSequentially('lyn');
    await expect(total(page)).toHaveText('936 names');
    await expect(page).toHaveURL('/baby-names?ends=lyn');
    await showOptions(page);
    await page.getByRole('radio', { name: /^Boys/ }).check();
    await expect(page).toHaveURL('/baby-names?ends=lyn&sex=boys');
    const answer = page.waitForResponse(/search\.json\?.*era=2010/);
    await page.getByRole('checkbox', { name: /^2010s/ }).check();
    await expect(page).toHaveURL('/baby-names?ends=lyn&sex=boys&era=2010');
    // Going back leads to the previous page, not through every letter.
    expect(await page.evaluate(() => history.length)).toBe(before);
    // The address is updated before the answer arrives.
    const { result } = (await (await answer).json()) as { result: { rows: { name: string }[] } };
    const shown = result.rows.map(({ name }) => name);
    expect(shown.length).toBeGreaterThan(0);
    await expect(names(page)).toHaveText(shown);
    await page.reload();
    await expect(names(page)).toHaveText(shown);
  });

  test('shows how many names each option leaves', async ({ page }) => {
    await open(page, '/baby-names?sounds=Catherine');
    await showOptions(page);
    const option = page.getByRole('checkbox', { name: /^2 / }).first();
    const words = (await option.locator('..').innerText()).split(/\s+/);
    await option.check();
    await expect(total(page)).toHaveText(`${words.at(-1)} names`);
  });

  test('keeps the page number in the address, and a change starts at the first page', async ({ page }) => {
    await open(page, '/baby-names?starts=q');
    await page.getByRole('link', { name: 'Next →' }).click();
    await expect(page).toHaveURL(/starts=q&page=2/);
    await expect(page.getByText('Page 2 of')).toBeVisible();
    const second = await names(page).first().innerText();
    await page.goBack();
    await expect(page.getByText('Page 1 of')).toBeVisible();
    await page.goForward();
    await expect(names(page).first()).toHaveText(second);
    await page.getByLabel('Ends in', { exact: true }).fill('n');
    await expect(page).toHaveURL(/\/baby-names\?starts=q&ends=n(#explorer)?$/);
  });

  test('keeps what was typed before hydration', async ({ page }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/entry\.browser/, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/baby-names');
    await page.getByLabel('Find a name').fill('zoe');
    release();
    await expect(page).toHaveURL('/baby-names?part=zoe');
    await expect(names(page).first()).toHaveText('Zoe');
    await expect(page.getByLabel('Find a name')).toHaveValue('zoe');
  });

  test('says when there are no results, and offers another search', async ({ page }) => {
    await open(page, '/baby-names');
    await page.getByLabel('Find a name').fill('👶🏽');
    await expect(page.getByText('No name fits all of that.')).toBeVisible();
    await page.getByLabel('Find a name').fill('محمد');
    await expect(page).toHaveURL(/part=%D9%85/);
    await expect(total(page)).toHaveText('0 names');
    await page.getByRole('link', { name: 'search without letters' }).click();
    await expect(total(page)).toHaveText('96,174 names');
    await expect(page.getByLabel('Find a name')).toHaveValue('');
  });

  test('continues by itself after the connection was lost', async ({ page, context, expectMessage }) => {
    await open(page, '/baby-names');
    expectMessage(/ERR_INTERNET_DISCONNECTED/);
    await context.setOffline(true);
    await page.getByLabel('Find a name').fill('noah');
    await expect(page.getByText(/You are offline/)).toBeVisible();
    await context.setOffline(false);
    await expect(names(page).first()).toHaveText('Noah');
    await expect(page.getByText(/You are offline/)).toHaveCount(0);
  });

  test('reports an error, and works again with the next letter', async ({ page, expectMessage }) => {
    await open(page, '/baby-names');
    expectMessage(/500/);
    await page.route(/search\.json/, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.getByLabel('Find a name').fill('noa');
    await expect(page.getByText(/search did not work/)).toBeVisible();
    await page.unroute(/search\.json/);
    await page.getByLabel('Find a name').fill('noah');
    await expect(names(page).first()).toHaveText('Noah');
  });

  test('corrects an invalid address and says what was ignored', async ({ page }) => {
    await open(page, '/baby-names?sex=dogs&ends=lyn');
    await expect(page.getByRole('note', { name: 'About this address' })).toContainText(
      '“dogs” is no value of “sex”',
    );
    await expect(page).toHaveURL('/baby-names?ends=lyn');
  });
});

test.describe('a name', () => {
  test(
    'opens from the list without a full load, with its chart as a table too',
    { tag: '@phone' },
    async ({ page }) => {
      await open(page, '/baby-names?sounds=Aiden');
      await page.getByRole('link', { name: 'Aiden', exact: true }).first().click();
      await expect(page.getByRole('heading', { name: 'Aiden', exact: true })).toBeVisible();
      await expect(page).toHaveURL('/baby-names/aiden');
      await expect(page.getByText(/If everybody spelled it the same way/)).toBeVisible();
      await page.getByText('Table', { exact: true }).first().click();
      await expect(page.getByRole('table').first()).toContainText('2016');
      await page.getByRole('link', { name: 'Rank', exact: true }).click();
      await expect(page).toHaveURL(/chart=rank/);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'CSV of Aiden' }).click();
      const table = await readDownload(await download);
      expect(table).toMatch(/^year,"Aiden, boys",All spellings\r\n/);
      expect(table).toContain('\r\n2016,16,');
      // The search is still there, by the link and by the browser's button.
      const trail = page.getByRole('navigation', { name: 'Breadcrumbs' });
      await trail.getByRole('link', { name: 'Baby names' }).click();
      await expect(page).toHaveURL('/baby-names?sounds=Aiden');
      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: 'Aiden' })).toBeVisible();
      await page.goBack();
      await page.goBack();
      await expect(page).toHaveURL('/baby-names?sounds=Aiden');
      await expect(page.getByLabel('Sounds like')).toHaveValue('Aiden');
    },
  );

  test('has similar names, each with its reason', async ({ page }) => {
    await open(page, '/baby-names/isabella');
    const similar = page.getByRole('region', { name: 'You may also like' }).getByRole('listitem');
    await expect(similar.filter({ hasText: /also ends in|same time|begins with/ })).not.toHaveCount(0);
    await similar.first().getByRole('link').click();
    await expect(page).not.toHaveURL(/isabella/);
  });

  test('is compared with others, up to six', async ({ page }) => {
    await open(page, '/baby-names?compare=Emma&compare=Mia&compare=Ava&compare=Zoe&compare=Leo');
    await page.getByLabel('Compare with').fill('noah');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const table = page.getByRole('table', { name: 'The names that are compared' });
    await expect(table.getByRole('rowheader')).toHaveCount(6);
    await expect(page.getByLabel('Compare with')).toHaveCount(0);
    await page.getByRole('link', { name: 'Remove Mia' }).click();
    await expect(table.getByRole('rowheader')).toHaveCount(5);
    await expect(page).not.toHaveURL(/compare=Mia/);
    // The table scrolls by itself, the page does not.
    await page.setViewportSize({ width: 320, height: 700 });
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    await expect.poll(() => page.evaluate(overflow)).toBeLessThanOrEqual(0);
  });

  test('is checked with a surname without a request', async ({ page }) => {
    await open(page, '/baby-names/james');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.getByLabel('Last name', { exact: true }).fill('Smith');
    await expect(page.getByText('James Smith', { exact: true })).toBeVisible();
    await expect(
      page.getByText('The last sound of the one begins the other: they may run together.'),
    ).toBeVisible();
    await page.getByLabel('Last name', { exact: true }).fill('李');
    await expect(page.getByText(/do not fit this one/)).toBeVisible();
    expect(asked.filter((url) => /Smith|%E6/.test(url))).toEqual([]);
  });

  test('is spoken together with the last name, where the browser can', async ({ page }) => {
    await page.addInitScript(() => {
      const spoken: string[] = [];
      Object.defineProperty(globalThis, 'spoken', { value: spoken });
      const speak = ({ text }: SpeechSynthesisUtterance) => spoken.push(text);
      Object.defineProperty(globalThis, 'speechSynthesis', { value: { speak, cancel() {} } });
    });
    await open(page, '/baby-names/james?surname=Smith');
    await page.getByRole('button', { name: 'Listen to James Smith' }).click();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'spoken'))).toEqual(['James Smith']);
  });

  test('has no button to listen where the browser cannot speak', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'speechSynthesis'));
    await open(page, '/baby-names/james?surname=Smith');
    await expect(page.getByText('James Smith', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /Listen/ })).toHaveCount(0);
  });

  test('at an earlier address leads to its page, without a full load too', async ({ page }) => {
    await page.goto('/baby-names?name=Emma&ends=a');
    await expect(page).toHaveURL('/baby-names/emma');
    await open(page, '/baby-names/lists');
    await page.evaluate(() => {
      Reflect.set(globalThis, 'sameDocument', true);
      const link = document.createElement('a');
      link.href = '/baby-names?name=Noah';
      link.textContent = 'An earlier link';
      document.querySelector('main')?.append(link);
    });
    await page.getByRole('link', { name: 'An earlier link' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Noah' })).toBeVisible();
    await expect(page).toHaveURL('/baby-names/noah');
    expect(await page.evaluate(() => Reflect.get(globalThis, 'sameDocument'))).toBe(true);
  });

  test('that is in no list is reported as unknown, with near spellings', async ({ page, expectMessage }) => {
    expectMessage(/404/);
    await open(page, '/baby-names/emmma');
    await expect(page.getByText('This name is in none of the lists')).toBeVisible();
    await page.getByRole('link', { name: 'Emma', exact: true }).click();
    await expect(page).toHaveURL('/baby-names/emma');
    await expect(page.getByRole('heading', { level: 1, name: 'Emma' })).toBeVisible();
  });

  test('has lines of different colors and dashes in each comparison', async ({ page }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const path of ['/baby-names/riley', '/baby-names?compare=Emma,Noah,Mia,Ava,Leo,Zoe']) {
        await page.goto(path);
        const lines = await page
          .locator('.chart-area .series-line')
          .evaluateAll((drawn) =>
            drawn.map((line) => [getComputedStyle(line).stroke, line.getAttribute('stroke-dasharray')]),
          );
        expect(lines.length).toBeGreaterThan(2);
        for (const at of [0, 1]) expect(new Set(lines.map((line) => line[at])).size).toBe(lines.length);
      }
    }
  });
});

test.describe('the field to find a name', () => {
  const field = (page: Page) => page.getByRole('combobox', { name: 'Find a name' });
  const options = (page: Page) => page.getByRole('listbox', { name: 'Names' }).getByRole('option');

  test('suggests names, and a key opens the page of one', { tag: '@phone' }, async ({ page }) => {
    await open(page, '/baby-names');
    await field(page).pressSequentially('kath');
    await expect(options(page).first()).toHaveText('Kathleen');
    await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
    expect(await runAxe(page)).toEqual([]);
    await field(page).press('ArrowDown');
    await field(page).press('ArrowDown');
    await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true');
    const id = await options(page).nth(1).getAttribute('id');
    await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
    const name = await options(page).nth(1).innerText();
    await field(page).press('Enter');
    await expect(page).toHaveURL(`/baby-names/${name.toLowerCase()}`);
    await page.goBack();
    await expect(page).toHaveURL('/baby-names?part=kath');
    await expect(field(page)).toHaveValue('kath');
  });

  test('opens a suggestion by a press', { tag: '@phone' }, async ({ page }) => {
    await open(page, '/baby-names');
    await field(page).pressSequentially('oliv');
    await options(page)
      .filter({ hasText: /^Olivia$/ })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Olivia' })).toBeVisible();
  });

  test('with Enter finds the name itself, then those that begin with the text, then those with it in them', async ({
    page,
  }) => {
    await open(page, '/baby-names');
    await field(page).fill('ann');
    await field(page).press('Enter');
    await expect(page).toHaveURL('/baby-names?part=ann');
    await expect(options(page)).toHaveCount(0);
    await expect(names(page).first()).toHaveText('Ann');
    await expect(names(page).nth(1)).toHaveText(/^Ann/);
  });

  test('closes its suggestions with Escape and keeps the text', async ({ page }) => {
    await open(page, '/baby-names');
    await field(page).pressSequentially('emm');
    await expect(options(page).first()).toBeVisible();
    await field(page).press('Escape');
    await expect(options(page)).toHaveCount(0);
    await expect(field(page)).toHaveValue('emm');
  });

  test('has more fields behind a line, which is open where one of them is used', async ({ page }) => {
    await open(page, '/baby-names');
    await expect(page.getByLabel('Begins with')).toBeHidden();
    await page.goto('/baby-names?ends=lyn');
    await expect(page.getByLabel('Ends in', { exact: true })).toBeVisible();
  });

  test('says of which year the most given names are', async ({ page }) => {
    await open(page, '/baby-names');
    await expect(page.getByRole('combobox', { name: 'Order' })).toContainText('Most given in 2016');
    await expect(page.getByText(/from 1880 to 2016/).first()).toBeVisible();
  });
});

test.describe('a shortlist without an account', () => {
  test('stays in this browser, with ratings and notes', { tag: '@phone' }, async ({ page }) => {
    await open(page, '/baby-names?starts=emma');
    await page.getByRole('button', { name: 'Emma: on the shortlist' }).click();
    await page.getByRole('button', { name: 'Emmalyn: on the shortlist' }).click();
    await page.getByRole('link', { name: 'Your shortlist (2)' }).click();
    await expect(page).toHaveURL('/baby-names/lists');
    const list = page.getByRole('region', { name: 'Your shortlist' });
    await list
      .getByRole('group', { name: 'Rating of Emma', exact: true })
      .getByText('4 of 5')
      .check({ force: true });
    await list.getByLabel('Note on Emma', { exact: true }).fill('after my aunt');
    await list.getByLabel('Note on Emma', { exact: true }).blur();
    await page.reload();
    await expect(list.getByLabel('Note on Emma', { exact: true })).toHaveValue('after my aunt');
    await expect(list.getByRole('radio', { name: '4 of 5' }).first()).toBeChecked();
    await expect(list.getByRole('button', { name: 'Emma: on the shortlist' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    const download = page.waitForEvent('download');
    await list.getByRole('button', { name: 'Export as CSV' }).click();
    expect(await readDownload(await download)).toBe(
      'name,rating,note\r\nEmma,4,after my aunt\r\nEmmalyn,,\r\n',
    );
    await list.getByRole('link', { name: 'Compare' }).click();
    await expect(page).toHaveURL(/compare=Emma&compare=Emmalyn/);
    await page.getByRole('link', { name: 'Your shortlist (2)' }).click();
    await list.getByRole('button', { name: 'Emma: on the shortlist' }).click();
    await expect(list.getByLabel('Note on Emma', { exact: true })).toHaveCount(0);
    await list.getByRole('button', { name: 'Remove all' }).click();
    await expect(list).toContainText('Nothing yet.');
  });

  test('with invalid stored data is empty and works', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('names-shortlist', '[{"name":3},null,"x"'));
    await open(page, '/baby-names/lists');
    await expect(page.getByRole('region', { name: 'Your shortlist' })).toContainText('Nothing yet.');
  });
});

for (const path of [
  '/baby-names/emma?surname=Adams',
  '/baby-names/emmma',
  '/baby-names/lists',
  '/baby-names?compare=Emma&compare=Noah&chart=rank&sex=dogs',
  '/baby-names?starts=zzzzzz',
]) {
  test(`axe finds nothing on ${path}`, { tag: '@phone' }, async ({ page, expectMessage }) => {
    if (path.endsWith('emmma')) expectMessage(/404/);
    await open(page, path);
    await showOptions(page);
    expect(await runAxeInBothThemes(page)).toEqual([]);
  });
}
