/** The admin area's Health: an owner makes backups and finds out whether mails are sent. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { checkLook } from '../harness/check-look.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openSignInSite, type Person, type SignInSite } from '../harness/sign-in-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

test.describe.configure({ mode: 'default' });

let site: SignInSite;
let owner: Person;
let close: () => Promise<void>;
test.beforeAll(async () => {
  ({ site, close } = await openSignInSite());
  owner = await site.createPerson();
});
test.afterAll(() => close());

/** The link of the first start makes them the owner, which a new session knows. */
async function openHealth(page: Page): Promise<void> {
  const [, secret] = /#owner=([\w-]{43})/.exec(site.outputs().join()) ?? [];
  await signInByApi(page, site, owner);
  await page.evaluate(
    (given) => fetch('/_owner', { method: 'POST', body: JSON.stringify({ secret: given }) }),
    secret,
  );
  await signInByApi(page, site, owner);
  await page.goto(`${site.url}/admin/health`);
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('a backup is made and tested, by keyboard', { tag: '@phone' }, async ({ page }, info) => {
  await openHealth(page);
  const backups = part(page, 'Backups');
  await expect(backups.getByText('There is none yet.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Hints' }).getByText('There is no backup in')).toBeVisible();
  await button(page, 'Make a backup now').press('Enter');
  await expect(backups.getByRole('progressbar', { name: 'Making a backup' })).toBeVisible();
  await checkLook(page);
  await expect(backups.getByText('The backup is made, and has passed its test.')).toBeVisible();
  await expect(page.getByText('There is no backup in')).toBeHidden();
  await button(page, /^Test the backup of/).press('Enter');
  await expect(backups.getByText('The backup has passed the test.')).toBeVisible();
  await checkLook(page);
  await takeScreenshots(page, info, 'health-backups');
  await page.goto(`${site.url}/admin/log`);
  await expect(page.getByText('Made a backup of')).toBeVisible();
});

test('a backup that is stopped leaves nothing behind', async ({ page }) => {
  await openHealth(page);
  const rows = part(page, 'Backups').getByRole('row');
  await expect(button(page, 'Make a backup now')).toBeVisible();
  const before = await rows.count();
  await button(page, 'Make a backup now').click();
  await button(page, 'Stop').click();
  await expect(page.getByText('Stopped: nothing is left of the unfinished backup.')).toBeVisible();
  expect(await rows.count()).toBe(before);
});

test('a test mail tells whether the mail server takes it', async ({ page }, info) => {
  await openHealth(page);
  const mails = part(page, 'Email');
  await button(page, 'Send a test mail to me').click();
  await expect(
    mails.getByText(`The mail server has accepted the test mail to ${owner.email}.`),
  ).toBeVisible();
  await expect(mails.getByRole('row', { name: owner.email })).toContainText('Sent');
  await checkLook(page);
  await takeScreenshots(page, info, 'health-mails');
});
