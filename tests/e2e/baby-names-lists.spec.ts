/** Choosing together: two people with accounts, a link, votes that stay hidden until both have voted, and matches that appear by themselves. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expectSignedIn, openLogin, signInWithPassword, waitForReact } from '../harness/login-page.ts';
import { runAxe } from '../harness/run-axe.ts';
import { expect, type Person, type SignInSite, test } from '../harness/sign-in-site.ts';

const lists = (page: Page) => page.getByRole('region', { name: 'Your shortlist' });
const deck = (page: Page) => lists(page).getByRole('region', { name: 'Vote' });
const matches = (page: Page) => lists(page).getByRole('status', { name: 'Matches' });

async function open(page: Page, path = '/baby-names'): Promise<void> {
  await page.goto(path);
  await waitForReact(page);
}

async function signIn(page: Page, person: Person): Promise<void> {
  await openLogin(page);
  await signInWithPassword(page, person);
  await expectSignedIn(page);
}

async function addName(page: Page, name: string): Promise<void> {
  await lists(page).getByLabel('Add a name').fill(name);
  await lists(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(lists(page).getByRole('link', { name, exact: true })).toBeVisible();
}

async function makeLink(page: Page, kind = 'Link for one person'): Promise<string> {
  await lists(page).getByRole('button', { name: kind }).click();
  const field = lists(page).getByLabel('Send this link');
  await expect(field).toHaveValue(/#join=[0-9a-f]{64}$/);
  return field.inputValue();
}

/** Somebody else, in a browser of their own. */
async function openOther(
  browser: Browser,
  site: SignInSite,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: site.url });
  return { context, page: await context.newPage() };
}

/** Two people in one list with these names, each in a browser of their own. */
async function openPair(page: Page, browser: Browser, site: SignInSite, names: string[]) {
  await signIn(page, await site.createPerson());
  await open(page);
  for (const name of names) await addName(page, name);
  const link = await makeLink(page);
  const other = await openOther(browser, site);
  await signIn(other.page, await site.createPerson());
  await open(other.page, link.slice(site.url.length));
  await other.page.getByRole('button', { name: 'Join and vote' }).click();
  await expect(deck(other.page)).toBeVisible();
  return { other: other.page, close: () => other.context.close() };
}

test('the shortlist of this browser is kept on sign-in, with ratings and notes', async ({
  page,
  signInSite,
}) => {
  await open(page, '/baby-names?starts=emma');
  await page.getByRole('button', { name: 'Emma: on the shortlist' }).click();
  await lists(page).getByLabel('Note on Emma').fill('after my aunt');
  await lists(page).getByLabel('Note on Emma').blur();
  await signIn(page, await signInSite.createPerson());
  await open(page);
  await expect(lists(page)).toContainText('One name from this browser is in your list now.');
  await expect(lists(page).getByLabel('Note on Emma')).toHaveValue('after my aunt');
  expect(await page.evaluate(() => localStorage.getItem('names-shortlist'))).toBeNull();
  await page.reload();
  await expect(lists(page).getByLabel('Note on Emma')).toHaveValue('after my aunt');
});

test('buttons and arrow keys vote, hearts and the field add, and all of it stays', async ({
  page,
  signInSite,
}) => {
  await signIn(page, await signInSite.createPerson());
  await open(page, '/baby-names?starts=emma');
  await page.getByRole('button', { name: 'Emma: on the shortlist' }).click();
  await expect(lists(page).getByRole('link', { name: 'Emma', exact: true })).toBeVisible();
  for (const name of ['Noah', 'محمد', "D'Angelo"]) await addName(page, name);
  await expect(deck(page)).toContainText('4 to go');
  await deck(page).getByRole('button', { name: 'Yes' }).click();
  await expect(deck(page)).toContainText('3 to go');
  await page.keyboard.press('ArrowLeft');
  await expect(deck(page)).toContainText('2 to go');
  await page.keyboard.press('ArrowDown');
  await expect(deck(page)).toContainText('1 to go');
  await page.keyboard.press('ArrowRight');
  await expect(lists(page)).toContainText('There is no name left to vote on.');
  await page.reload();
  const vote = (name: string, word: string) =>
    lists(page)
      .getByRole('group', { name: `Your vote on ${name}` })
      .getByRole('button', { name: word });
  await expect(vote('Emma', 'Yes')).toHaveAttribute('aria-pressed', 'true');
  await expect(vote('Noah', 'No')).toHaveAttribute('aria-pressed', 'true');
  await expect(vote('محمد', 'Maybe')).toHaveAttribute('aria-pressed', 'true');
});

test('a card is swiped to the side that is meant, and a short pull means nothing', async ({
  page,
  signInSite,
}) => {
  await signIn(page, await signInSite.createPerson());
  await open(page);
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
  await expect(lists(page)).toContainText('There is no name left to vote on.');
  const vote = (name: string) => lists(page).getByRole('group', { name: `Your vote on ${name}` });
  await expect(vote('Emma').getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'true');
  await expect(vote('Noah').getByRole('button', { name: 'No', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('a visitor with the link may look, signs in to vote, and comes back to the list', async ({
  page,
  browser,
  signInSite,
}) => {
  await signIn(page, await signInSite.createPerson());
  await open(page);
  await addName(page, 'Emma');
  const link = await makeLink(page);
  const other = await openOther(browser, signInSite);
  const person = await signInSite.createPerson();
  await open(other.page, link.slice(signInSite.url.length));
  const invited = other.page.getByRole('region', { name: 'You are invited' });
  await expect(invited).toContainText('Emma');
  await invited.getByRole('link', { name: 'Sign in' }).click();
  await signInWithPassword(other.page, person);
  await expect(other.page).toHaveURL(/#join=/);
  await invited.getByRole('button', { name: 'Join and vote' }).click();
  await expect(deck(other.page)).toContainText('Emma');
  await expect(lists(page)).toContainText('You choose together');
  await other.context.close();
});

test('votes stay hidden until both have voted, and a match appears without a reload', async ({
  page,
  browser,
  signInSite,
}) => {
  test.slow();
  const { other, close } = await openPair(page, browser, signInSite, ['Emma', 'Noah', 'Mia']);
  await expect(lists(page)).toContainText('You choose together');
  for (const word of ['Yes', 'Yes', 'No'])
    await deck(page).getByRole('button', { name: word, exact: true }).click();
  await expect(lists(page)).toContainText('Waiting for the other on 3 names.');
  await expect(other.getByText(/The other:/)).toHaveCount(0);
  await deck(other).getByRole('button', { name: 'Yes' }).click();
  await expect(matches(other)).toContainText('You agree on one name');
  // The first one has not touched anything since.
  await expect(matches(page)).toContainText('Emma');
  await deck(other).getByRole('button', { name: 'No', exact: true }).click();
  await deck(other).getByRole('button', { name: 'Yes' }).click();
  await expect(lists(other)).toContainText('the other does');
  await expect(lists(page)).toContainText('you do');
  // Somebody changes their mind.
  await lists(page).getByRole('button', { name: 'I like it after all' }).click();
  await expect(matches(page)).toContainText('Mia');
  await expect(matches(other)).toContainText('Mia');
  expect(await runAxe(page)).toEqual([]);
  await close();
});

test('what only the other likes is offered again after a week', async ({ page, browser, signInSite }) => {
  const { other, close } = await openPair(page, browser, signInSite, ['Emma']);
  await deck(page).getByRole('button', { name: 'No', exact: true }).click();
  await deck(other).getByRole('button', { name: 'Yes' }).click();
  await expect(lists(page)).toContainText('the other does');
  await expect(deck(page)).toHaveCount(0);
  await page.clock.setFixedTime(Date.now() + 8 * 24 * 3600 * 1000);
  await lists(page).getByLabel('Note on Emma').fill('hm');
  await lists(page).getByLabel('Note on Emma').blur();
  await expect(deck(page)).toContainText('The other likes it. Once more?');
  await close();
});

test('a link for one person works once, and a revoked one not at all', async ({
  page,
  browser,
  signInSite,
}) => {
  const { close } = await openPair(page, browser, signInSite, ['Emma']);
  await lists(page).getByRole('button', { name: 'Another list …' }).click();
  await lists(page).getByLabel('What is the list called?').fill('Zweite Liste');
  await lists(page).getByRole('button', { name: 'Make it' }).click();
  await expect(lists(page).getByRole('heading', { name: 'Zweite Liste' })).toBeVisible();
  const link = await makeLink(page, 'Link until revoked');
  await lists(page).getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(lists(page).getByRole('button', { name: 'Revoke', exact: true })).toHaveCount(0);
  const stranger = await openOther(browser, signInSite);
  await open(stranger.page, link.slice(signInSite.url.length));
  await expect(stranger.page.getByText('This link has been used or revoked.')).toBeVisible();
  await stranger.context.close();
  await close();
});

test('who leaves takes their votes along; a vote on a list one has left is answered clearly', async ({
  page,
  browser,
  signInSite,
}) => {
  test.slow();
  const { other, close } = await openPair(page, browser, signInSite, ['Emma', 'Noah']);
  // The same person in a second tab, which does not know yet.
  const second = await other.context().newPage();
  await open(second);
  await expect(deck(second)).toContainText('Emma');
  await second.route(/name_list_items/, (route) =>
    route.fulfill({ json: [{ name: 'Emma' }, { name: 'Noah' }] }),
  );
  await lists(other).getByRole('button', { name: 'Leave the list …' }).click();
  await lists(other).getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(lists(other).getByRole('heading', { name: 'Our names' })).toBeVisible();
  await deck(second).getByRole('button', { name: 'Yes' }).click();
  await expect(lists(second).getByRole('alert')).toContainText('You are no longer part of this list.');
  await expect(lists(page).getByRole('button', { name: 'Link for one person' })).toBeVisible();
  await close();
});

test('who made a list deletes it for both', async ({ page, browser, signInSite }) => {
  const { other, close } = await openPair(page, browser, signInSite, ['Emma']);
  await expect(lists(other).getByRole('button', { name: 'Delete the list …' })).toHaveCount(0);
  await lists(page).getByRole('button', { name: 'Delete the list …' }).click();
  await lists(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(lists(page).getByRole('link', { name: 'Emma', exact: true })).toHaveCount(0);
  await other.reload();
  await expect(lists(other).getByRole('heading', { name: 'Our names' })).toBeVisible();
  await expect(lists(other).getByRole('link', { name: 'Emma', exact: true })).toHaveCount(0);
  await close();
});
