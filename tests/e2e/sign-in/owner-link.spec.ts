/** The first owner of a site: from the link in the terminal to the figures. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../harness/browser-test.ts';
import { freshEmail } from '../../harness/fresh-contact.ts';
import { clearBrowserData, enterCode, openLogin, openMailLink } from '../../harness/login-page.ts';
import { runAxe } from '../../harness/run-axe.ts';
import { signInByApi } from '../../harness/sign-in-by-api.ts';
import { openSignInSite, password, type SignInSite } from '../../harness/sign-in-site.ts';

/** A site of its own: the shared one must not get an owner. */
async function withNewSite(work: (site: SignInSite, link: string) => Promise<void>): Promise<void> {
  const { site, close } = await openSignInSite();
  try {
    const link = /\S+\/login#owner=[\w-]{43}/.exec(site.outputs().join()) ?? [''];
    await work(site, link[0].replace(/^.*(?=http)/, ''));
  } finally {
    await close();
  }
}

const offer = (page: Page) => page.getByRole('region', { name: 'Become the owner' });

/** What /stats shows to its owner while nothing is counted; any other account reads that it is not for them. */
const ownFigures = (page: Page) =>
  page.getByRole('heading', { name: 'Nothing yet' }).or(page.locator('.stats-figures'));

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel('Choose a password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your messages' })).toBeVisible();
}

test(
  'the link of the terminal, a new account, and the figures are open; then the link is used up',
  {
    tag: '@phone',
  },
  async ({ page, expectMessage }) => {
    expectMessage(/403 .*\/_owner/);
    expectMessage(/409 .*\/_owner/);
    await withNewSite(async (site, link) => {
      // The person at this machine is told.
      await openLogin(page, `${site.url}/login`);
      const notice = page.getByText('This site has no owner yet.');
      await expect(notice).toBeVisible();
      expect(await runAxe(page)).toEqual([]);

      // A visitor who makes up a link.
      const stranger = await site.createPerson();
      await signInByApi(page, site, stranger);
      await openLogin(page, `${site.url}/login#owner=${'x'.repeat(43)}`);
      const become = page.getByRole('button', { name: 'Make my account the owner’s' });
      await become.click();
      await expect(page.getByRole('alert').filter({ hasText: 'This link is not right.' })).toBeVisible();
      await clearBrowserData(page);
      await openLogin(page, `${site.url}/login`);

      const requests: string[] = [];
      page.on('request', (request) => requests.push(`${request.url()} ${JSON.stringify(request.headers())}`));
      // The same document: the hash alone changes.
      await page.goto(link);
      await expect(offer(page)).toBeVisible();
      await expect(notice).toBeHidden();
      // The secret leaves the address at once.
      await expect(page).toHaveURL(`${site.url}/login`);
      expect(await runAxe(page)).toEqual([]);

      const email = freshEmail();
      await signUp(page, email);
      await enterCode(page, (await site.mails.take(email)).code);
      await expect(page).toHaveURL(`${site.url}/stats`);
      await expect(page.getByRole('heading', { name: 'Page views' })).toBeVisible();
      await expect(ownFigures(page)).toBeVisible();
      const secret = link.split('=')[1] ?? '';
      expect(requests.filter((request) => request.includes(secret))).toEqual([]);

      // The same link again.
      await clearBrowserData(page);
      await signInByApi(page, site, stranger);
      await openLogin(page, link);
      await become.click();
      await expect(page.getByRole('alert').filter({ hasText: 'has an owner already' })).toBeVisible();
      await expect(offer(page)).toBeHidden();
      // It looks for a newer build from time to time, and must not do so when the site has ended.
      await page.close();
    });
  },
);

test('an address that is confirmed in another tab makes the tab with the link the owner’s', async ({
  page,
  context,
}) => {
  await withNewSite(async (site, link) => {
    await openLogin(page, link);
    const email = freshEmail();
    await signUp(page, email);
    const tab = await context.newPage();
    await openMailLink(tab, site, (await site.mails.take(email)).link, 'Confirm my address');
    await expect(page).toHaveURL(`${site.url}/stats`);
    await expect(ownFigures(page)).toBeVisible();
    await Promise.all([page.close(), tab.close()]);
  });
});
