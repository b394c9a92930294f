/** Choosing together: two users, an invitation link, votes that stay hidden until both have voted, and matches that appear by themselves. */
import type { WebSocketRoute } from '@playwright/test';
import { signInWithPassword } from '../harness/login-page.ts';
import {
  addName,
  deck,
  lists,
  makeLink,
  matches,
  openList,
  openNames,
  openOther,
  openPair,
  presence,
  recordFrames,
  signInAsNewUser,
} from '../harness/name-lists-page.ts';
import { runAxe } from '../harness/run-axe.ts';
import { expect, test } from '../harness/sign-in-site.ts';

// Two or three users sign in, each in a browser of their own.

/** A change that is shown within this time came by a message: without one the list is read 30 seconds after the last time. */
const beforeNextPoll = 20_000;

test('a visitor with the link can view the list, signs in to vote, and returns to the list', async ({
  page,
  browser,
  signInSite,
}) => {
  await signInAsNewUser(page, signInSite);
  await openList(page);
  await addName(page, 'Emma');
  const link = await makeLink(page);
  const other = await openOther(browser, signInSite);
  const realtime = new Set<string>();
  other.page.on('request', (request) => {
    if (request.url().includes('/assets/realtime-')) realtime.add(request.url());
  });
  const person = await signInSite.createPerson();
  // Invitations once led to the page of all names.
  await openNames(other.page, link.slice(signInSite.url.length).replace('/lists#', '#'));
  await expect(other.page).toHaveURL(/\/baby-names\/lists#join=/);
  const invited = other.page.getByRole('region', { name: 'You are invited' });
  await expect(invited).toContainText('Emma');
  // Opening a name in between loses nothing.
  await invited.getByRole('link', { name: 'Emma' }).click();
  await expect(other.page.getByRole('heading', { name: 'Emma', exact: true })).toBeVisible();
  await other.page.goBack();
  await invited.getByRole('link', { name: 'Sign in' }).click();
  await signInWithPassword(other.page, person);
  await expect(other.page).toHaveURL(/#join=/);
  await expect(invited.getByRole('button', { name: 'Join and vote' })).toBeVisible();
  // Neither the invitation nor signing in has live data.
  expect([...realtime]).toEqual([]);
  await invited.getByRole('button', { name: 'Join and vote' }).click();
  await expect(deck(other.page)).toContainText('Emma');
  await expect(other.page).toHaveURL(new URL(page.url()).pathname);
  await expect(lists(page)).toContainText('You are choosing together');
  await expect.poll(() => realtime.size).toBe(1);
  await other.context.close();
});

test(
  'votes stay hidden until both have voted, and a match appears at once',
  { tag: '@hosted' },
  async ({ page, browser, signInSite }) => {
    const frames = recordFrames(page);
    const { other, close } = await openPair(page, browser, signInSite, ['Emma', 'Noah', 'Mia']);
    for (const each of [page, other]) {
      await expect(lists(each)).toContainText(/You are choosing together with someone-/);
      await expect(presence(each)).toHaveText(/^someone-.* is here\.$/);
    }
    const messages = frames.length;
    for (const word of ['Yes', 'Maybe', 'Yes'])
      await deck(other).getByRole('button', { name: word, exact: true }).click();
    await other.getByLabel('Note on Noah').fill('my secret');
    await other.getByLabel('Note on Noah').blur();
    await expect(lists(other)).toContainText(/Waiting for someone-.* to vote on 3 names\./);
    // The page has heard that something changed, and shows nothing of it.
    await expect.poll(() => frames.length).toBeGreaterThan(messages);
    await expect(page.getByText(/someone-[^:]*: (yes|maybe|no)/)).toHaveCount(0);
    await deck(page).getByRole('button', { name: 'Yes' }).click();
    await expect(matches(page)).toContainText('You agree on one name');
    // The other user has not done anything since.
    await expect(matches(other)).toContainText('Emma', { timeout: beforeNextPoll });
    await deck(page).getByRole('button', { name: 'Maybe' }).click();
    await deck(page).getByRole('button', { name: 'No', exact: true }).click();
    await expect(lists(page)).toContainText(/someone-\S+ does/);
    await expect(lists(other)).toContainText('you do', { timeout: beforeNextPoll });
    // The user changes their vote.
    await lists(page).getByRole('button', { name: 'I like it after all' }).click();
    await expect(matches(page)).toContainText('Mia');
    await expect(matches(other)).toContainText('Mia', { timeout: beforeNextPoll });
    expect(await runAxe(page)).toEqual([]);
    expect(frames.filter((frame) => /\b(Emma|Noah|Mia|yes|maybe|vote|secret|someone)\b/.test(frame))).toEqual(
      [],
    );
    await close();
    await expect(presence(page)).toHaveText('');
  },
);

test('without a connection for messages the page asks, and it catches up when there is one', async ({
  page,
  browser,
  signInSite,
  expectMessage,
}) => {
  const connections: WebSocketRoute[] = [];
  let isBlocked = true;
  const unblock = () => {
    isBlocked = false;
    return page.evaluate(() => dispatchEvent(new Event('online')));
  };
  await page.routeWebSocket(/realtime/, (socket) => {
    connections.push(socket);
    if (isBlocked) void socket.close();
    else socket.connectToServer();
  });
  const { other, close } = await openPair(page, browser, signInSite, ['Emma']);
  await expect(lists(page)).toContainText('You are choosing together');
  await addName(other, 'Noah');
  await expect(lists(page).getByRole('link', { name: 'Noah', exact: true })).toBeVisible();
  expect(connections).not.toEqual([]);
  await expect(presence(page)).toHaveText('');
  await unblock();
  await expect(presence(page)).toHaveText(/is here/);
  // Of a change while there is no connection at all, no message comes.
  isBlocked = true;
  expectMessage(/ERR_FAILED/);
  const content = /rest\/v1\/name_lists\?.*id=eq\./;
  await page.route(content, (route) => route.abort());
  await connections.at(-1)?.close();
  await addName(other, 'Mia');
  await expect(lists(page).getByRole('alert')).toContainText('There is no connection right now.');
  await page.unroute(content);
  await unblock();
  await expect(lists(page).getByRole('link', { name: 'Mia', exact: true })).toBeVisible();
  await expect(presence(page)).toHaveText(/is here/);
  await addName(other, 'Zoe');
  await expect(lists(page).getByRole('link', { name: 'Zoe', exact: true })).toBeVisible({
    timeout: beforeNextPoll,
  });
  await close();
});

test('a page that has been in the background for a while is not present', async ({
  page,
  browser,
  signInSite,
}) => {
  await page.clock.install();
  const { other, close } = await openPair(page, browser, signInSite, ['Emma']);
  await expect(presence(other)).toHaveText(/is here/);
  const setHidden = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  await setHidden(true);
  await page.clock.fastForward(31_000);
  await expect(presence(other)).toHaveText('');
  await addName(other, 'Noah');
  await setHidden(false);
  await expect(lists(page).getByRole('link', { name: 'Noah', exact: true })).toBeVisible();
  await expect(presence(other)).toHaveText(/is here/);
  await close();
});

test('a vote that was visible stays known when it is changed, and when its name is removed', async ({
  page,
  browser,
  signInSite,
}) => {
  const { other, close } = await openPair(page, browser, signInSite, ['Emma']);
  await deck(page).getByRole('button', { name: 'Yes' }).click();
  await deck(other).getByRole('button', { name: 'Maybe' }).click();
  await expect(lists(page)).toContainText(/someone-[^:]*: maybe/);
  const theirs = other.getByRole('group', { name: 'Your vote on Emma' });
  await theirs.getByRole('button', { name: 'No', exact: true }).click();
  await expect(lists(page)).toContainText(/someone-[^:]*: no \(at first maybe\)/);
  await other.getByRole('button', { name: 'Remove Emma from the list' }).click();
  await lists(page).getByText('Removed after you both had voted: 1').click();
  await expect(lists(page)).toContainText(/Emma you said yes, someone-\S+ said maybe/);
  expect(await runAxe(page)).toEqual([]);
  await close();
});

test('a name that only the partner likes is offered again after a week', async ({
  page,
  browser,
  signInSite,
}) => {
  const { other, close } = await openPair(page, browser, signInSite, ['Emma']);
  await deck(page).getByRole('button', { name: 'No', exact: true }).click();
  await deck(other).getByRole('button', { name: 'Yes' }).click();
  await expect(lists(page)).toContainText(/someone-\S+ does/);
  await expect(deck(page)).toHaveCount(0);
  await page.clock.setFixedTime(Date.now() + 8 * 24 * 3600 * 1000);
  await lists(page).getByLabel('Note on Emma').fill('hm');
  await lists(page).getByLabel('Note on Emma').blur();
  await expect(deck(page)).toContainText(/someone-\S+ likes it\. What do you say now\?/);
  await close();
});

test('a link for one person works once, and a revoked one does not work', async ({
  page,
  browser,
  signInSite,
}) => {
  const { link, close } = await openPair(page, browser, signInSite, ['Emma']);
  const stranger = await openOther(browser, signInSite);
  const expectDead = async (dead: string) => {
    await stranger.page.goto('about:blank');
    await openNames(stranger.page, dead.slice(signInSite.url.length));
    await expect(stranger.page.getByText('This link has been used or revoked.')).toBeVisible();
  };
  await expectDead(link);
  await lists(page).getByRole('link', { name: 'Your lists' }).click();
  await lists(page).getByRole('button', { name: 'Start another list …' }).click();
  await lists(page).getByLabel('What should the list be called?').fill('Second');
  await lists(page).getByRole('button', { name: 'Start it' }).click();
  await expect(lists(page).getByRole('heading', { name: 'Second' })).toBeVisible();
  const revoked = await makeLink(page, 'Make a link that works until you revoke it');
  await lists(page).getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(lists(page).getByRole('button', { name: 'Revoke', exact: true })).toHaveCount(0);
  await expectDead(revoked);
  await stranger.context.close();
  await close();
});

test('a user who presses the button just after another has used the link sees an error', async ({
  page,
  browser,
  signInSite,
}) => {
  await signInAsNewUser(page, signInSite);
  await openList(page);
  await addName(page, 'Emma');
  const link = (await makeLink(page)).slice(signInSite.url.length);
  const [first, second] = [await openOther(browser, signInSite), await openOther(browser, signInSite)];
  const join = (other: typeof first) => other.page.getByRole('button', { name: 'Join and vote' });
  for (const other of [first, second]) {
    await signInAsNewUser(other.page, signInSite);
    await openNames(other.page, link);
    await expect(join(other)).toBeVisible();
  }
  await join(first).click();
  await expect(deck(first.page)).toBeVisible();
  const answer = second.page.waitForResponse(/rpc\/join_name_list/);
  await join(second).click();
  expect((await answer).status()).toBe(410);
  expect(await (await answer).json()).toMatchObject({ message: 'This link has been used or revoked.' });
  await expect(second.page.getByText('This link has been used or revoked. Ask for a new one.')).toHaveCount(
    1,
  );
  await expect(join(second)).toHaveCount(0);
  for (const other of [first, second]) await other.context.close();
});

test('a user who leaves removes their votes; a vote on a list one has left gets a clear error', async ({
  page,
  browser,
  signInSite,
}) => {
  const { other, close } = await openPair(page, browser, signInSite, ['Emma', 'Noah']);
  // The same user in a second tab, which is not updated yet.
  const second = await other.context().newPage();
  await openNames(second, new URL(other.url()).pathname);
  await expect(deck(second)).toContainText('Emma');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await second.route(/rest\/v1\/name_lists\?/, async (route) => {
    await released;
    await route.continue();
  });
  await lists(other).getByRole('button', { name: 'Leave the list …' }).click();
  await lists(other).getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(other).toHaveURL('/baby-names/lists');
  await deck(second).getByRole('button', { name: 'Yes' }).click();
  await expect(lists(second).getByRole('alert')).toContainText(
    'You are not (or no longer) part of this list.',
  );
  release();
  await expect(lists(second).getByRole('link', { name: 'Emma', exact: true })).toHaveCount(0);
  await expect(lists(page).getByRole('button', { name: 'Make a link for one person' })).toBeVisible();
  await close();
});

test('the user who created a list deletes it for both', async ({ page, browser, signInSite }) => {
  const { other, close } = await openPair(page, browser, signInSite, ['Emma']);
  await expect(lists(other).getByRole('button', { name: 'Delete the list …' })).toHaveCount(0);
  await lists(page).getByRole('button', { name: 'Delete the list …' }).click();
  await lists(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL('/baby-names/lists');
  await expect(lists(other).getByRole('alert')).toContainText(
    'You are not (or no longer) part of this list.',
  );
  await expect(lists(other).getByRole('link', { name: 'Your lists' }).last()).toBeVisible();
  await expect(lists(other).getByRole('link', { name: 'Emma', exact: true })).toHaveCount(0);
  await close();
});
