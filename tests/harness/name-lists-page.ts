/** What users do with their lists of names, in a browser. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { waitForReact } from './login-page.ts';
import { signInByApi } from './sign-in-by-api.ts';
import { expect, type SignInSite } from './sign-in-site.ts';

/** The page of one list, or of all. */
export const lists = (page: Page) => page.getByRole('main');
export const deck = (page: Page) => lists(page).getByRole('region', { name: 'Vote' });
export const matches = (page: Page) => lists(page).getByRole('status', { name: 'Matches' });

/** What a screen reader hears of the partner's presence. */
export const presence = (page: Page) => lists(page).locator('.presence + [role=status]');

/** Everything that the page gets through WebSockets, as text. Called before it opens one. */
export function recordFrames(page: Page): string[] {
  const frames: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => frames.push(payload.toString())),
  );
  return frames;
}

export async function openNames(page: Page, path = '/baby-names'): Promise<void> {
  await page.goto(path);
  await waitForReact(page);
}

/** Opens the first list of the signed-in user. */
export async function openList(page: Page): Promise<void> {
  await openNames(page, '/baby-names/lists');
  await lists(page).getByRole('list', { name: 'Lists' }).getByRole('link').first().click();
  await expect(lists(page).getByLabel('Add a name')).toBeVisible();
}

/** Signs in a new user. */
export async function signInAsNewUser(page: Page, site: SignInSite): Promise<void> {
  await signInByApi(page, site, await site.createPerson());
}

export async function addName(page: Page, name: string): Promise<void> {
  await lists(page).getByLabel('Add a name').fill(name);
  await lists(page).getByRole('button', { name: 'Add', exact: true }).click();
  await expect(lists(page).getByRole('link', { name, exact: true })).toBeVisible();
}

export async function makeLink(page: Page, kind = 'Make a link for one person'): Promise<string> {
  await lists(page).getByRole('button', { name: kind }).click();
  const field = lists(page).getByLabel('Send this link');
  await expect(field).toHaveValue(/#join=[0-9a-f]{64}$/);
  return field.inputValue();
}

/** Another user, in a browser of their own. */
export async function openOther(
  browser: Browser,
  site: SignInSite,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: site.url });
  return { context, page: await context.newPage() };
}

/** Two users in one list with these names, each in a browser of their own. */
export async function openPair(page: Page, browser: Browser, site: SignInSite, names: string[]) {
  await signInAsNewUser(page, site);
  await openList(page);
  for (const name of names) await addName(page, name);
  const link = await makeLink(page);
  const other = await openOther(browser, site);
  await signInAsNewUser(other.page, site);
  await openNames(other.page, link.slice(site.url.length));
  await other.page.getByRole('button', { name: 'Join and vote' }).click();
  await expect(deck(other.page)).toBeVisible();
  return { other: other.page, link, close: () => other.context.close() };
}

/** The buttons to vote on a name in the list. */
export const voteOn = (page: Page, name: string) =>
  lists(page).getByRole('group', { name: `Your vote on ${name}` });
