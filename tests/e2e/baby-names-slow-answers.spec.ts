/** Actions on names and lists while an answer is pending. */

import { holdRequests } from '../harness/hold-requests.ts';
import { waitForReact } from '../harness/login-page.ts';
import {
  addName,
  deck,
  lists,
  openList,
  openNames,
  signInAsNewUser,
  voteOn,
} from '../harness/name-lists-page.ts';
import { followLink, openWithReact } from '../harness/react-page.ts';
import { expect, test } from '../harness/sign-in-site.ts';

const allLists = /rest\/v1\/name_lists\?(?!.*id=eq\.)/;

test('a user who deletes their only list sees no error about membership, and gets one new list', async ({
  page,
  signInSite,
}) => {
  await signInAsNewUser(page, signInSite);
  await openList(page);
  await addName(page, 'Emma');
  const made: string[] = [];
  page.on('request', (request) => {
    if (allLists.test(request.url()) && request.method() === 'POST') made.push(request.url());
  });
  const reading = await holdRequests(page, allLists);
  await lists(page).getByRole('button', { name: 'Delete the list …' }).click();
  await lists(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL('/baby-names/lists');
  await expect.poll(() => reading.requests.length).toBe(1);
  reading.release();
  await expect(lists(page).getByRole('list', { name: 'Lists' }).getByRole('link')).toHaveText(['Our names']);
  await expect(lists(page).getByRole('alert')).toHaveText('');
  expect(made).toHaveLength(1);
});

test('a vote that is pending when the page is left does not overwrite a later one', async ({
  page,
  signInSite,
}) => {
  await signInAsNewUser(page, signInSite);
  await openList(page);
  await addName(page, 'Emma');
  // Only the first vote is delayed.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const votes: string[] = [];
  await page.route(/rest\/v1\/name_votes/, async (route) => {
    const vote = /yes|no/.exec(route.request().postData() ?? '')?.[0] ?? '';
    if (votes.push(vote) === 1) await released;
    await route.continue();
  });
  await deck(page).getByRole('button', { name: 'Yes' }).click();
  await expect.poll(() => votes).toEqual(['yes']);
  await followLink(page, '/about');
  await expect(page).toHaveTitle(/^About/);
  await page.goBack();
  const no = voteOn(page, 'Emma').getByRole('button', { name: 'No', exact: true });
  await no.click();
  release();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('names-unsent'))).toBeNull();
  // Each vote was sent once.
  expect(votes).toEqual(['yes', 'no']);
  await page.reload();
  await expect(no).toHaveAttribute('aria-pressed', 'true');
});

test('a double click creates one item, and input that could not be saved is kept', async ({
  page,
  signInSite,
  expectMessage,
}) => {
  await signInAsNewUser(page, signInSite);
  await openList(page);
  const inviting = await holdRequests(page, /rpc\/invite_to_name_list/, { method: 'POST' });
  const link = lists(page).getByRole('button', { name: 'Make a link for one person' });
  await link.click();
  await link.click();
  inviting.release();
  await expect(lists(page).getByLabel('Send this link')).toHaveValue(/#join=/);
  await expect(lists(page).getByRole('button', { name: 'Revoke', exact: true })).toHaveCount(1);
  // A browser that does not allow copying: the link is selected for copying by hand.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('No.', 'NotAllowedError'));
  });
  await lists(page).getByRole('button', { name: 'Copy' }).click();
  await expect(lists(page).getByLabel('Send this link')).toBeFocused();

  const making = await holdRequests(page, allLists, {
    method: 'POST',
    onRelease: (route, number) =>
      number === 0 ? route.fulfill({ status: 500, json: { code: 'XX000' } }) : route.continue(),
  });
  expectMessage(/status of 500/);
  await lists(page).getByRole('link', { name: 'Your lists' }).click();
  await lists(page).getByRole('button', { name: 'Start another list …' }).click();
  const title = lists(page).getByLabel('What should the list be called?');
  const make = lists(page).getByRole('button', { name: 'Start it' });
  await title.fill('Second');
  await make.click();
  await make.click();
  making.release();
  await expect(lists(page).getByRole('alert')).toContainText('That did not work.');
  await expect(title).toHaveValue('Second');
  expect(making.requests).toHaveLength(1);
  await make.click();
  await expect(lists(page).getByRole('heading', { name: 'Second' })).toBeVisible();
});

test('a surname that is typed before its component is hydrated is used', async ({ page }) => {
  const part = await holdRequests(page, /\/assets\/name-comparison-/);
  await openNames(page, '/baby-names?compare=James');
  await page.getByLabel('Last name', { exact: true }).fill('Smith');
  part.release();
  await expect(page.getByText('James Smith', { exact: true })).toBeVisible();
});

test('a letter that is typed just before going back does not change the address of the other page', async ({
  page,
}) => {
  await openWithReact(page, '/about');
  await followLink(page, '/baby-names');
  await expect(page.getByLabel('Find a name')).toBeVisible();
  const reading = await holdRequests(page, /\/about\/_payload\.json/);
  await page.evaluate(async () => {
    const back = new Promise((done) => addEventListener('popstate', done, { once: true }));
    history.back();
    await back;
  });
  await page.getByLabel('Find a name').pressSequentially('q');
  // The page debounces typing by a timer that was set before this one and is shorter.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
  reading.release();
  await expect(page).toHaveTitle(/^About/);
  await expect(page).toHaveURL('/about');
  await page.goForward();
  await waitForReact(page);
  await page.getByLabel('Find a name').fill('zoe');
  await expect(page).toHaveURL('/baby-names?part=zoe');
});
