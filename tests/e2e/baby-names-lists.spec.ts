/** Lists of a signed-in user: moved from this browser, voted on by button, key and swipe, and kept without a connection. */
import type { Page } from '@playwright/test';
import { expectSignedIn, openLogin, signInWithPassword } from '../harness/login-page.ts';
import {
  addName,
  deck,
  lists,
  openList,
  openNames,
  signInAsNewUser,
  voteOn,
} from '../harness/name-lists-page.ts';
import { readDownload } from '../harness/read-download.ts';
import { runAxe, runAxeInBothThemes } from '../harness/run-axe.ts';
import { expect, test } from '../harness/sign-in-site.ts';

test(
  'the shortlist of this browser is moved into a list on sign-in, with ratings and notes',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    await openNames(page, '/baby-names?starts=emma');
    await page.getByRole('button', { name: 'Emma: on the shortlist' }).click();
    await page.getByRole('link', { name: 'Your shortlist (1)' }).click();
    await lists(page).getByLabel('Note on Emma').fill('after my aunt');
    await lists(page).getByLabel('Note on Emma').blur();
    await openLogin(page);
    await signInWithPassword(page, await signInSite.createPerson());
    await expectSignedIn(page);
    await openNames(page, '/baby-names/lists');
    await expect(lists(page)).toContainText('One name from this browser is in Our names now.');
    await lists(page).getByRole('link', { name: 'Our names' }).click();
    await expect(lists(page).getByLabel('Note on Emma')).toHaveValue('after my aunt');
    expect(await page.evaluate(() => localStorage.getItem('names-shortlist'))).toBeNull();
    await page.reload();
    await expect(lists(page).getByLabel('Note on Emma')).toHaveValue('after my aunt');
  },
);

test(
  'buttons and arrow keys vote, hearts and the field add names, and everything is stored',
  { tag: ['@phone', '@hosted'] },
  async ({ page, signInSite }) => {
    await signInAsNewUser(page, signInSite);
    await openNames(page, '/baby-names?starts=emma');
    await expect(page.getByRole('link', { name: 'Your list: Our names' })).toBeVisible();
    await page.getByRole('button', { name: 'Emma: on the shortlist' }).click();
    await page.getByRole('link', { name: 'Your list: Our names (1)' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Our names' })).toBeVisible();
    await expect(lists(page).getByRole('link', { name: 'Emma', exact: true })).toBeVisible();
    for (const name of ['Noah', 'محمد', "D'Angelo"]) await addName(page, name);
    await expect(deck(page)).toContainText('4 to go');
    await deck(page).getByRole('button', { name: 'Yes' }).click();
    await expect(deck(page)).toContainText('3 to go');
    await page.keyboard.press('ArrowLeft');
    await expect(deck(page)).toContainText('2 to go');
    await page.keyboard.press('ArrowDown');
    await expect(deck(page)).toContainText('1 to go');
    // Votes are sent one after the other; after the last one all are stored.
    const lastVote = page.waitForResponse(
      (answer) =>
        answer.ok() &&
        answer.url().includes('/name_votes') &&
        (answer.request().postData() ?? '').includes("D'Angelo"),
    );
    await page.keyboard.press('ArrowRight');
    await expect(lists(page)).toContainText('You have voted on every name.');
    await lastVote;
    await page.reload();
    const vote = (name: string, word: string) => voteOn(page, name).getByRole('button', { name: word });
    await expect(vote('Emma', 'Yes')).toHaveAttribute('aria-pressed', 'true');
    await expect(vote('Noah', 'No')).toHaveAttribute('aria-pressed', 'true');
    await expect(vote('محمد', 'Maybe')).toHaveAttribute('aria-pressed', 'true');
  },
);

test('a heart that is pressed before the list is loaded is added to the list', async ({
  page,
  signInSite,
}) => {
  await signInAsNewUser(page, signInSite);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const content = /rest\/v1\/name_lists\?.*id=eq\./;
  await page.route(content, async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest(content);
  await openNames(page, '/baby-names?starts=emma');
  await asked;
  await page.getByRole('button', { name: 'Emma: on the shortlist' }).click();
  release();
  await expect(page.getByRole('link', { name: 'Your list: Our names (1)' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('names-shortlist'))).toBeNull();
});

test(
  'a card follows the direction of a swipe, and a short swipe does nothing',
  { tag: '@phone' },
  async ({ page, signInSite }) => {
    await signInAsNewUser(page, signInSite);
    await openList(page);
    for (const name of ['Emma', 'Noah']) await addName(page, name);
    const swipe = async (distance: number) => {
      const box = await deck(page).locator('.deck-card').boundingBox();
      if (!box) throw new Error('There is no card.');
      await page.mouse.move(box.x + box.width / 2, box.y + 40);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + distance, box.y + 44, { steps: 5 });
      await page.mouse.up();
    };
    await swipe(30);
    await expect(deck(page)).toContainText('2 to go');
    await swipe(140);
    await expect(deck(page)).toContainText('1 to go');
    await swipe(-140);
    await expect(lists(page)).toContainText('You have voted on every name.');
    await expect(voteOn(page, 'Emma').getByRole('button', { name: 'Yes' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(voteOn(page, 'Noah').getByRole('button', { name: 'No', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  },
);

test(
  'a touch swipes as a mouse does, and scrolls the page vertically',
  { tag: '@phone' },
  async ({ page, signInSite }) => {
    await signInAsNewUser(page, signInSite);
    await openList(page);
    for (const name of ['Emma', 'Noah']) await addName(page, name);
    await deck(page).scrollIntoViewIfNeeded();
    await dragByTouch(page, { across: 10, down: -160 });
    await expect(deck(page)).toContainText('2 to go');
    await dragByTouch(page, { across: -160, down: 10 });
    await expect(deck(page)).toContainText('1 to go');
    await expect(voteOn(page, 'Emma').getByRole('button', { name: 'No', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  },
);

/** Real touch events, by which the browser decides whether the page is scrolled or the card is moved. */
async function dragByTouch(page: Page, { across, down }: { across: number; down: number }): Promise<void> {
  const card = deck(page).locator('.deck-card');
  // Only checks that the element is clickable: after a flick the page keeps scrolling for a while.
  await card.click({ trial: true });
  const box = await card.boundingBox();
  if (!box) throw new Error('There is no card.');
  const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: start.x + across * part, y: start.y + down * part }],
    });
  await touch('touchStart', 0);
  for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', part);
  await touch('touchEnd', 1);
  await devtools.detach();
}

test(
  'votes and notes made without a connection are sent when it is back',
  { tag: '@hosted' },
  async ({ page, context, signInSite, expectMessage }) => {
    await signInAsNewUser(page, signInSite);
    await openList(page);
    for (const name of ['Emma', 'Noah']) await addName(page, name);
    expectMessage(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    await context.setOffline(true);
    await deck(page).getByRole('button', { name: 'Yes' }).click();
    await lists(page).getByLabel('Note on Emma').fill('after my aunt');
    await lists(page).getByLabel('Note on Emma').blur();
    await expect(lists(page).getByRole('alert')).toContainText('There is no connection right now.');
    await expect(deck(page)).toContainText('1 to go');
    await context.setOffline(false);
    await expect(lists(page).getByRole('alert')).toHaveText('');
    await page.reload();
    await expect(lists(page).getByLabel('Note on Emma')).toHaveValue('after my aunt');
    await expect(voteOn(page, 'Emma').getByRole('button', { name: 'Yes' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  },
);

test('changes that are not sent when the page is left are sent at the next visit', async ({
  page,
  signInSite,
}) => {
  await signInAsNewUser(page, signInSite);
  await openList(page);
  await addName(page, 'Emma');
  const votes = '**/rest/v1/name_votes*';
  await page.route(votes, () => {
    // Never answered: the page is left before.
  });
  await deck(page).getByRole('button', { name: 'Yes' }).click();
  await addName(page, 'Noah');
  await page.unroute(votes);
  await page.reload();
  await expect(lists(page).getByRole('link', { name: 'Noah', exact: true })).toBeVisible();
  const yes = voteOn(page, 'Emma').getByRole('button', { name: 'Yes' });
  await expect(yes).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('names-unsent'))).toBeNull();
  await page.reload();
  await expect(yes).toHaveAttribute('aria-pressed', 'true');
  await expect(lists(page).getByRole('link', { name: 'Noah', exact: true })).toBeVisible();
});

test('lists are created, renamed and exported', async ({ page, signInSite }) => {
  await signInAsNewUser(page, signInSite);
  await openList(page);
  await addName(page, 'Emma');
  await deck(page).getByRole('button', { name: 'Yes' }).click();
  await lists(page).getByLabel('Note on Emma').fill('=1+1');
  await lists(page).getByLabel('Note on Emma').blur();
  const download = page.waitForEvent('download');
  await lists(page).getByRole('button', { name: 'Export as CSV' }).click();
  expect(await readDownload(await download)).toContain("Emma,yes,,'=1+1,,");
  await lists(page).getByRole('link', { name: 'Your lists' }).click();
  await lists(page).getByRole('button', { name: 'Start another list …' }).click();
  await lists(page).getByLabel('What should the list be called?').fill('Zweite Liste');
  await lists(page).getByRole('button', { name: 'Start it' }).click();
  await expect(lists(page).getByRole('heading', { name: 'Zweite Liste' })).toBeVisible();
  await lists(page).getByRole('button', { name: 'Rename the list …' }).click();
  await lists(page).getByLabel('What should the list be called?').fill('قائمة');
  const renamed = page.waitForResponse((answer) => answer.ok() && answer.request().method() === 'PATCH');
  await lists(page).getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(lists(page).getByRole('heading', { name: 'قائمة' })).toBeVisible();
  await renamed;
  await lists(page).getByRole('link', { name: 'Your lists' }).click();
  await expect(lists(page).getByRole('list', { name: 'Lists' }).getByRole('link')).toHaveText([
    'Our names',
    'قائمة',
  ]);
});

test('the page of a list asks a visitor to sign in, and shows nothing of a list of others', async ({
  page,
  browser,
  signInSite,
}) => {
  await signInAsNewUser(page, signInSite);
  await openList(page);
  await addName(page, 'Emma');
  const address = new URL(page.url()).pathname;
  const context = await browser.newContext({ baseURL: signInSite.url });
  const other = await context.newPage();
  await openNames(other, address);
  await expect(lists(other)).toContainText('Sign in to open this list.');
  expect(await runAxe(other)).toEqual([]);
  await lists(other).getByRole('link', { name: 'Sign in' }).click();
  await signInWithPassword(other, await signInSite.createPerson());
  await expect(other).toHaveURL(address);
  await expect(lists(other).getByRole('alert')).toContainText(
    'You are not (or no longer) part of this list.',
  );
  await expect(other.getByText('Emma')).toHaveCount(0);
  await context.close();
});

test(
  'the pages of lists have nothing that axe finds, in both themes',
  { tag: '@phone' },
  async ({ page, signInSite }) => {
    await signInAsNewUser(page, signInSite);
    await openList(page);
    await addName(page, 'Emma');
    const address = new URL(page.url()).pathname;
    await openNames(page, address);
    await expect(lists(page).getByLabel('Note on Emma')).toBeVisible();
    expect(await runAxeInBothThemes(page)).toEqual([]);
    await openNames(page, '/baby-names/lists');
    await expect(lists(page).getByRole('list', { name: 'Lists' })).toBeVisible();
    expect(await runAxeInBothThemes(page)).toEqual([]);
  },
);

test('an empty star is an outline, and a note is a field', async ({ page, signInSite }) => {
  await signInAsNewUser(page, signInSite);
  await openList(page);
  await addName(page, 'Emma');
  const stars = lists(page).getByRole('group', { name: 'Rating of Emma' });
  const fills = () =>
    stars.locator('svg').evaluateAll((all) => all.map((star) => getComputedStyle(star).fill !== 'none'));
  expect(await fills()).toEqual([false, false, false, false, false]);
  await stars.getByText('2 of 5').check({ force: true });
  await expect.poll(fills).toEqual([true, true, false, false, false]);
  const border = await lists(page)
    .getByLabel('Note on Emma')
    .evaluate((field) => getComputedStyle(field).borderTopStyle);
  expect(border).toBe('solid');
});
