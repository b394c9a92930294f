/** The account page: changing, exporting and deleting the account's data. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { freshEmail } from '../../harness/fresh-contact.ts';
import {
  enterEmail,
  expectSignedOut,
  openAccount,
  openLogin,
  rowValue,
  signInWithPassword,
} from '../../harness/login-page.ts';
import { runAxe } from '../../harness/run-axe.ts';
import { signInByApi } from '../../harness/sign-in-by-api.ts';
import { expect, test } from '../../harness/sign-in-site.ts';

test(
  'the name is saved, greets the user, and is there after a reload',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    await openAccount(page, signInSite);
    await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
    await expect(rowValue(page, 'Name')).toHaveText('Not set');
    await page.getByRole('button', { name: 'Add name' }).click();
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(rowValue(page, 'Name')).toHaveText('Ada LovelaceSaved.');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Ada Lovelace');
    await expect(rowValue(page, 'Name')).toHaveText('Ada Lovelace');
  },
);

test(
  'a change made elsewhere is shown, and the outdated value never is',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    const { id, email: old } = await openAccount(page, signInSite);
    const email = freshEmail();
    const changes = { email, email_confirm: true, user_metadata: { name: 'Changed Elsewhere' } };
    await signInSite.admin.auth.admin.updateUserById(id, changes);
    await page.addInitScript((outdated) => {
      const look = () => {
        if (document.querySelector('main')?.innerText.includes(outdated))
          Object.assign(globalThis, { outdated });
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
    }, old);
    await page.reload();
    await expect(rowValue(page, 'Email address')).toHaveText(email);
    await expect(rowValue(page, 'Name')).toHaveText('Changed Elsewhere');
    expect(await page.evaluate(() => 'outdated' in globalThis)).toBe(false);
  },
);

test(
  'a phone number is added with the code of a text message, and changed in the same way',
  { tag: '@hosted' },
  async ({ page, signInSite, expectMessage }) => {
    expectMessage(/403 .*\/verify/);
    await openAccount(page, signInSite);
    await page.getByRole('button', { name: 'Add phone number' }).click();
    await page.getByLabel('New number').fill('12');
    await page.getByRole('button', { name: 'Send a code' }).click();
    await expect(page.getByText('That is not a phone number.')).toBeVisible();
    await page.getByLabel('New number').fill('+49 151 87654321');
    await page.getByRole('button', { name: 'Send a code' }).click();
    await expect(page.getByText('is on its way to +4915187654321')).toBeVisible();
    await expect(page.getByLabel('Code from the message')).toBeFocused();
    expect(await runAxe(page)).toEqual([]);
    await page.getByLabel('Code from the message').fill('000000');
    await page.getByRole('button', { name: 'Confirm number' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'wrong or has expired' })).toBeVisible();
    await page.getByLabel('Code from the message').fill('654321');
    await page.getByRole('button', { name: 'Confirm number' }).click();
    await expect(rowValue(page, 'Phone number')).toHaveText('+4915187654321Saved.');
    await page.getByRole('button', { name: 'Change phone number' }).click();
    await page.getByLabel('New number').fill('+49 (151) 11111111');
    await page.getByRole('button', { name: 'Send a code' }).click();
    await page.getByLabel('Code from the message').fill('111111');
    await page.getByRole('button', { name: 'Confirm number' }).click();
    await expect(rowValue(page, 'Phone number')).toHaveText('+4915111111111Saved.');
    await page.reload();
    await expect(rowValue(page, 'Phone number')).toHaveText('+4915111111111');
  },
);

test(
  'a new password needs the current one, and ends the other sessions',
  { tag: '@hosted' },
  async ({ page, browser, signInSite, expectMessage }) => {
    expectMessage(/400 .*\/user/);
    const person = await openAccount(page, signInSite);
    const elsewhere = await browser.newContext({ baseURL: signInSite.url });
    const other = await elsewhere.newPage();
    await openAccount(other, signInSite, person);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('New password').fill('abcdefg');
    const save = page.getByRole('button', { name: 'Save password' });
    await save.click();
    await expect(
      page.getByText('This password is not accepted: it needs at least 8 characters.'),
    ).toBeVisible();
    await page.getByLabel('New password').fill('a better one than that 3');
    await save.click();
    const current = page.getByLabel('Current password');
    await expect(current).toBeFocused();
    await save.click();
    await expect(page.getByText('Please enter your current password.')).toBeVisible();
    await current.fill('not the one it is');
    await save.click();
    await expect(page.getByText('That is not your current password.')).toBeVisible();
    expect(await runAxe(page)).toEqual([]);
    await current.fill(person.password);
    await save.click();
    await expect(rowValue(page, 'Password')).toContainText('Saved. You are signed out everywhere else.');
    await expect(current).toBeHidden();
    await openLogin(page, '/account');
    await expect(page.locator('.account-list').filter({ hasText: 'this browser' }).locator('li')).toHaveCount(
      1,
    );
    await elsewhere.close();
  },
);

test(
  'sessions elsewhere appear on the open page and can be ended, which signs out there',
  { tag: '@hosted' },
  async ({ page, browser, signInSite, expectMessage }) => {
    const person = await openAccount(page, signInSite);
    const sessionsOn = (at: Page) =>
      at.locator('.account-list').filter({ hasText: 'this browser' }).locator('li');
    await expect(sessionsOn(page)).toHaveCount(1);
    const elsewhere = await browser.newContext({ baseURL: signInSite.url });
    const other = await elsewhere.newPage();
    await openAccount(other, signInSite, person);
    await expect(sessionsOn(page)).toHaveCount(2);
    await expect(sessionsOn(other)).toHaveCount(2);
    await sessionsOn(page).getByRole('button', { name: 'End' }).click();
    await expect(sessionsOn(page)).toHaveCount(1);
    await expect(other).toHaveURL(/\/login/);
    await expectSignedOut(other);
    await elsewhere.close();
    // A ban deletes no session: the page notices that its channel is closed.
    expectMessage(/403 .*\/auth\/v1\//);
    await signInSite.admin.auth.admin.updateUserById(person.id, { ban_duration: '1h' });
    await expect(page).toHaveURL(/\/login/);
  },
);

test('a session that ends while the page is loading is noticed', async ({
  page,
  signInSite,
  expectMessage,
}) => {
  expectMessage(/40[13] .*\/(auth|rest)\/v1\//);
  const client = await signInByApi(page, signInSite, await signInSite.createPerson());
  // After the page has read its sessions, and before it hears of changes.
  await page.routeWebSocket(/\/realtime\/v1\//, async (socket) => {
    await client.auth.signOut({ scope: 'global' });
    socket.connectToServer();
  });
  await openLogin(page, '/account');
  await expect(page).toHaveURL(/\/login/);
  await expectSignedOut(page);
});

test('everything about me can be downloaded', { tag: '@hosted' }, async ({ page, signInSite }) => {
  const person = await openAccount(page, signInSite);
  // Some browsers read the file after the click, so it has to exist for a while.
  await page.evaluate(() => {
    URL.revokeObjectURL = () => console.error('The file was taken away at once.');
  });
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await coming;
  const data = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(data.account.email).toBe(person.email);
  // Data that is too large for it has another export, which the page names.
  await expect(page.getByText('in the files that you imported')).toBeVisible();
});

test(
  'the account is deleted when its address is typed, and not before',
  { tag: '@hosted' },
  async ({ page, signInSite, expectMessage }) => {
    expectMessage(/40\d .*\/auth\/v1\//);
    const person = await openAccount(page, signInSite);
    await page.getByRole('button', { name: 'Delete my account …' }).click();
    await page.getByRole('button', { name: 'Delete my account', exact: true }).click();
    await expect(page.getByText(`Please type ${person.email} to confirm.`)).toBeVisible();
    await page.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(frame.url()));
    await page.getByRole('button', { name: 'Delete my account', exact: true }).click();
    await expectSignedOut(page);
    await expect(page).toHaveURL(`${signInSite.url}/`);
    expect(visited).toEqual([`${signInSite.url}/`]);
    expect((await page.context().cookies()).filter(({ name }) => name.startsWith('sb-'))).toEqual([]);
    await openLogin(page);
    await signInWithPassword(page, person);
    await expect(page.getByRole('alert')).toContainText('do not match');
  },
);

test(
  'axe finds no fault in the steps of signing in and on the account page',
  { tag: '@phone' },
  async ({ page, signInSite }) => {
    await openLogin(page);
    expect(await runAxe(page)).toEqual([]);
    await enterEmail(page, freshEmail());
    expect(await runAxe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create an account' }).click();
    expect(await runAxe(page)).toEqual([]);
    await openAccount(page, signInSite);
    expect(await runAxe(page)).toEqual([]);
  },
);

test(
  'the account and the sign-out button are at the top of the page',
  { tag: '@phone' },
  async ({ page, signInSite }) => {
    const person = await openAccount(page, signInSite);
    await expect(page.getByText(`Signed in as ${person.email}.`)).toBeVisible();
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(frame.url()));
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page).toHaveURL(`${signInSite.url}/`);
    await expectSignedOut(page);
    // The login page is not shown in between, and nothing redirects back here.
    expect(visited).toEqual([`${signInSite.url}/`]);
    expect((await page.context().cookies()).filter(({ name }) => name.startsWith('sb-'))).toEqual([]);
  },
);
