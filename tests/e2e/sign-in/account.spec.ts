/** The account page: changing, exporting and deleting the account's data. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { freshEmail } from '../../harness/fresh-contact.ts';
import {
  enterEmail,
  expectSignedIn,
  expectSignedOut,
  openAccount,
  openLogin,
  openMailLink,
  signInWithPassword,
} from '../../harness/login-page.ts';
import { runAxe } from '../../harness/run-axe.ts';
import { signInByApi } from '../../harness/sign-in-by-api.ts';
import { expect, test } from '../../harness/sign-in-site.ts';

test('the name is saved and is there after a reload', { tag: '@hosted' }, async ({ page, signInSite }) => {
  await openAccount(page, signInSite);
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Lovelace');
});

test(
  'a change made elsewhere is shown, and the outdated value never is',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    const { id } = await openAccount(page, signInSite);
    const email = freshEmail();
    const changes = { email, email_confirm: true, user_metadata: { name: 'Changed Elsewhere' } };
    await signInSite.admin.auth.admin.updateUserById(id, changes);
    // Every text that was ever shown in the section about the address.
    await page.addInitScript(() => {
      const seen = new Set<string>();
      Object.assign(globalThis, { seen });
      const look = () => {
        for (const { innerText } of document.querySelectorAll<HTMLElement>('main strong'))
          seen.add(innerText);
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
    });
    await page.reload();
    await expect(page.getByText(`Your address is ${email}.`)).toBeVisible();
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Changed Elsewhere');
    expect(await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])).toEqual([
      email,
    ]);
  },
);

test(
  'a phone number is added with the code of a text message, and changed in the same way',
  { tag: '@hosted' },
  async ({ page, signInSite, expectMessage }) => {
    expectMessage(/403 .*\/verify/);
    await openAccount(page, signInSite);
    await page.getByLabel('Phone number').fill('12');
    await page.getByRole('button', { name: 'Add number' }).click();
    await expect(page.getByText('That is not a phone number.')).toBeVisible();
    await page.getByLabel('Phone number').fill('+49 151 87654321');
    await page.getByRole('button', { name: 'Add number' }).click();
    await expect(page.getByText('is on its way to +4915187654321')).toBeVisible();
    expect(await runAxe(page)).toEqual([]);
    await page.getByLabel('Code from the message').fill('000000');
    await page.getByRole('button', { name: 'Confirm number' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'wrong or too old' })).toBeVisible();
    await page.getByLabel('Code from the message').fill('654321');
    await page.getByRole('button', { name: 'Confirm number' }).click();
    await expect(page.getByText('Your number is +4915187654321.')).toBeVisible();
    await page.getByLabel('New number').fill('+49 (151) 11111111');
    await page.getByRole('button', { name: 'Change number' }).click();
    await page.getByLabel('Code from the message').fill('111111');
    await page.getByRole('button', { name: 'Confirm number' }).click();
    await expect(page.getByText('Your number is +4915111111111.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Your number is +4915111111111.')).toBeVisible();
  },
);

test(
  'a new address becomes active when both mails are confirmed, in any order',
  { tag: '@hosted' },
  async ({ page, signInSite }) => {
    const person = await openAccount(page, signInSite);
    const next = freshEmail();
    await page.getByLabel('New address').fill(next);
    await page.getByRole('button', { name: 'Change address' }).click();
    await expect(page.getByText(`${next} waits to be confirmed`)).toBeVisible();
    const atNew = await signInSite.mails.take(next);
    const atOld = await signInSite.mails.take(person.email);
    await openMailLink(page, signInSite, atNew.link, 'Confirm the change');
    await expect(page.getByRole('main').getByRole('status')).toContainText(/other (address|email)/);
    await openMailLink(page, signInSite, atOld.link, 'Confirm the change');
    await expect(page).toHaveURL(`${signInSite.url}/account`);
    await expectSignedIn(page);
    await expect(page.getByText(`Your address is ${next}.`)).toBeVisible();
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
    await page.getByLabel('New password').fill('abcdefghijkl');
    const save = page.getByRole('button', { name: 'Change password' });
    await save.click();
    await expect(page.getByText('This password is too weak: it is easy to guess.')).toBeVisible();
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
    await expect(page.getByText('Saved.')).toBeVisible();
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
    await expect(page.getByRole('alert')).toContainText('do not belong together');
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
