/** The account page: changing the email address. */
import type { Page } from '@playwright/test';
import { freshEmail } from '../../harness/fresh-contact.ts';
import { expectSignedIn, openAccount, openLogin, openMailLink, rowValue } from '../../harness/login-page.ts';
import { runAxe } from '../../harness/run-axe.ts';
import { expect, test } from '../../harness/sign-in-site.ts';

async function askForAddress(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Change email address' }).click();
  await page.getByLabel('New address').fill(address);
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(rowValue(page, 'Email address')).toContainText(`Waiting for confirmation at ${address}.`);
}

test(
  'a new address becomes active when both mails are confirmed, in any order',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    const person = await openAccount(page, signInSite);
    const next = freshEmail();
    await askForAddress(page, next);
    const atNew = await signInSite.mails.take(next);
    const atOld = await signInSite.mails.take(person.email);
    await openMailLink(page, signInSite, atNew.link, 'Confirm the change');
    await expect(page.getByRole('main').getByRole('status')).toContainText(/other (address|email)/);
    await openMailLink(page, signInSite, atOld.link, 'Confirm the change');
    await expect(page).toHaveURL(`${signInSite.url}/account`);
    await expectSignedIn(page);
    await expect(rowValue(page, 'Email address')).toHaveText(next);
  },
);

test(
  'a change of address that waits shows both addresses, and is void once it is withdrawn',
  { tag: ['@hosted', '@phone'] },
  async ({ page, signInSite, expectMessage }) => {
    // A hosted project answers by leading to a page that says so.
    if (signInSite.linksAskFirst) expectMessage(/403 .*\/auth\/v1\//);
    const person = await openAccount(page, signInSite);
    const next = freshEmail();
    await askForAddress(page, next);
    const row = rowValue(page, 'Email address');
    await expect(row).toContainText(`the one in the email to ${person.email}`);
    expect(await runAxe(page)).toEqual([]);
    await page.reload();
    await expect(row).toContainText(`Waiting for confirmation at ${next}.`);
    await page.getByRole('button', { name: 'Withdraw this change' }).click();
    await expect(row).toHaveText(`${person.email}Your address stays ${person.email}.`);
    await expect(page.getByRole('button', { name: 'Change email address' })).toBeFocused();
    await page.reload();
    await expect(row).toHaveText(person.email);
    for (const address of [next, person.email]) {
      const { link } = await signInSite.mails.take(address);
      await openMailLink(page, signInSite, link, 'Confirm the change');
      await expect(page.getByRole('main')).toContainText(/no longer|expired|already used/i);
    }
    await openLogin(page, '/account');
    await expect(row).toHaveText(person.email);
  },
);

test('the address that the account has already is not asked for again', async ({ page, signInSite }) => {
  const { email } = await openAccount(page, signInSite);
  await page.getByRole('button', { name: 'Change email address' }).click();
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByText('Please enter the new address.')).toBeVisible();
  await page.getByLabel('New address').fill(email.toUpperCase());
  await page.getByRole('button', { name: 'Change address' }).click();
  await expect(page.getByText('This is your address already.')).toBeVisible();
  await expect(page.getByLabel('New address')).toBeFocused();
});
