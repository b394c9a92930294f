/** The admin area's People: an owner finds an account and looks after it. */
import type { Page } from '@playwright/test';
import { ageSessions } from '../harness/age-sessions.ts';
import { expect, test } from '../harness/browser-test.ts';
import { checkLook } from '../harness/check-look.ts';
import { freshEmail } from '../harness/fresh-contact.ts';
import { readDownload } from '../harness/read-download.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openStatsSite, type StatsSite } from '../harness/stats-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

test.describe.configure({ mode: 'default' });

let site: StatsSite;
let close: () => Promise<void>;
test.beforeAll(async ({ hosted }) => {
  ({ site, close } = await openStatsSite(hosted));
});
test.afterAll(() => close());

/** An account that signed up, with a name. */
async function createPerson(name: string, { isConfirmed = true, daysAgo = 0 } = {}) {
  const email = freshEmail();
  const [row] = await site.database.sql<{ id: string }[]>`
    insert into auth.users (instance_id, id, aud, role, email, email_confirmed_at, raw_user_meta_data, created_at, updated_at, confirmation_token,
      recovery_token, email_change_token_new, email_change)
    values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', ${email},
      ${isConfirmed ? new Date() : null}, jsonb_build_object('name', ${name}::text), now() - ${`${daysAgo} days`}::interval, now(), '', '', '', '')
    returning id`;
  return { id: row?.id ?? '', email, name };
}

async function openPeople(page: Page, search = ''): Promise<void> {
  await signInByApi(page, site, site.owner);
  await page.goto(`${site.url}/admin/people${search}`);
}

const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test(
  'an owner finds an account, and comes back to the search',
  { tag: ['@phone', '@hosted'] },
  async ({ page }, info) => {
    const { email } = await createPerson('Ada Lovelace', { daysAgo: 40 });
    await createPerson('Charles Babbage', { isConfirmed: false });
    await openPeople(page);
    await expect(page.getByRole('link', { name: 'Charles Babbage' })).toBeVisible();
    await expect(status(page, /^\d+ people/)).toBeVisible();
    await checkLook(page);
    await takeScreenshots(page, info, 'people');
    await page.getByRole('searchbox', { name: 'Search people' }).fill('LOVELACE');
    await expect(status(page, '1 person found')).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/admin/people?q=LOVELACE`);
    await page.getByRole('link', { name: 'Ada Lovelace' }).click();
    await expect(page.getByRole('heading', { name: 'Ada Lovelace', level: 2 })).toBeVisible();
    await expect(page.getByText(email).first()).toBeVisible();
    await page.goBack();
    await expect(status(page, '1 person found')).toBeVisible();
    await expect(page.getByRole('searchbox', { name: 'Search people' })).toHaveValue('LOVELACE');
    await page.getByRole('searchbox').fill('nobody has this');
    await expect(page.getByText('No account has “nobody has this”')).toBeVisible();
    await checkLook(page);
    await takeScreenshots(page, info, 'people-none');
    await button(page, 'Show everyone').click();
    await expect(page.getByRole('link', { name: 'Charles Babbage' })).toBeVisible();
    await expect(page).toHaveURL(`${site.url}/admin/people`);
  },
);

test('shows fifty, and more on demand', async ({ page }) => {
  const word = `Many ${crypto.randomUUID().slice(0, 8)}`;
  for (let at = 0; at < 55; at++) await createPerson(`${word} ${at}`, { daysAgo: at });
  await openPeople(page, `?q=${encodeURIComponent(word)}`);
  await expect(status(page, '55 people found, 50 shown')).toBeVisible();
  const names = page.getByRole('rowheader');
  await expect(names).toHaveCount(50);
  await expect(names.first()).toContainText(`${word} 0`);
  await button(page, 'Show more').click();
  await expect(names).toHaveCount(55);
  await expect(names.last()).toContainText(`${word} 54`);
  await expect(button(page, 'Show more')).toBeHidden();
});

test(
  'an account is confirmed, banned and allowed again',
  { tag: ['@phone', '@hosted'] },
  async ({ page }, info) => {
    const { id, email } = await createPerson('Grace Hopper', { isConfirmed: false });
    await site.database.sql`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent)
    select gen_random_uuid(), ${id}, now(), now(), 'aal1', agent from unnest(array[
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1']) agent`;
    await site.database.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, friendly_name, status, created_at, updated_at)
    values (gen_random_uuid(), ${id}, 'totp', 'her phone', 'verified', now(), now())`;
    await openPeople(page, `?id=${id}`);
    await button(page, 'Confirm address').click();
    await expect(status(page, 'The address is confirmed.')).toBeVisible();
    await expect(button(page, 'Confirm address')).toBeHidden();
    await checkLook(page);
    await takeScreenshots(page, info, 'person');
    await button(page, 'Send recovery mail').click();
    await expect(status(page, `A mail for a new password is on its way to ${email}.`)).toBeVisible();
    await button(page, 'End session: Firefox on Linux').click();
    await expect(status(page, 'The session has ended.')).toBeVisible();
    await expect(page.getByText('Firefox on Linux')).toBeHidden();
    await button(page, 'Remove Authenticator app “her phone”').click();
    await expect(status(page, 'The second factor is removed.')).toBeVisible();

    await button(page, 'Ban …').press('Enter');
    await expect(button(page, 'For a day')).toBeFocused();
    await checkLook(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(status(page, 'Banned until lifted.')).toBeVisible();
    await expect(page.getByText('Not signed in anywhere')).toBeVisible();
    const banned = async () =>
      (await site.database.sql`select from auth.users where id = ${id} and banned_until > now()`).length;
    expect(await banned()).toBe(1);
    await button(page, 'Undo').click();
    await expect(status(page, 'The ban is lifted.')).toBeVisible();
    expect(await banned()).toBe(0);
    const log = page.getByRole('region', { name: 'What owners did' }).getByRole('listitem');
    await expect(log).toContainText([
      'Lifted the ban of',
      'Banned',
      'Removed a second factor of',
      'Ended sessions of',
      'Sent a recovery mail to',
      'Confirmed the address of',
    ]);
  },
);

test('an account is downloaded and deleted', async ({ page }) => {
  const { id, email } = await createPerson('Mary Somerville');
  await openPeople(page, `?id=${id}`);
  const download = page.waitForEvent('download');
  await button(page, 'Download data').click();
  const data = JSON.parse(String(await readDownload(await download)));
  expect(data.account).toMatchObject({ id, email });
  await button(page, 'Delete account …').click();
  await page.keyboard.press('Escape');
  await button(page, 'Delete account …').click();
  await button(page, 'Delete account').click();
  await expect(status(page, 'Mary Somerville is deleted.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'There is no such account' })).toBeFocused();
  expect(await site.database.sql`select from auth.users where id = ${id}`).toHaveLength(0);
  await page.getByRole('link', { name: 'All people' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toBeVisible();
});

test(
  'deleting an account ten minutes after signing in asks who it is, and goes on',
  { tag: ['@phone', '@hosted'] },
  async ({ page, expectMessage }, info) => {
    expectMessage(/status of 401/);
    const { id } = await createPerson('Katherine Johnson');
    const left = async () => (await site.database.sql`select from auth.users where id = ${id}`).length;
    await openPeople(page, `?id=${id}`);
    await expect(page.getByRole('heading', { name: 'Katherine Johnson', level: 2 })).toBeVisible();
    await ageSessions(site, '11 minutes');
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await button(page, 'Delete account …').click();
    await button(page, 'Delete account').click();
    await expect(dialog).toBeVisible();
    await checkLook(page);
    await takeScreenshots(page, info, 'people-identity');
    // An owner who does not confirm has deleted nothing.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Please confirm that it is you.')).toBeVisible();
    expect(await left()).toBe(1);

    await button(page, 'Delete account').click();
    await dialog.getByLabel('Password').fill(site.owner.password);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(status(page, 'Katherine Johnson is deleted.')).toBeVisible();
    expect(await left()).toBe(0);
    // From now on it is known again who it is.
    const { id: next } = await createPerson('Dorothy Vaughan');
    await page.goto(`${site.url}/admin/people?id=${next}`);
    const download = page.waitForEvent('download');
    await button(page, 'Download data').click();
    await download;
  },
);

test(
  'a person’s page has what the auth service noted, page by page',
  { tag: '@hosted' },
  async ({ page }, info) => {
    const { id, email } = await createPerson('Annie Easley');
    const note = (action: string, minutes: number, more: object = {}, traits: object = {}) => {
      const payload = { actor_id: id, actor_username: email, action, traits, ...more };
      return site.database.sql`
        insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
        values (gen_random_uuid(), gen_random_uuid(), ${JSON.stringify(payload)}::text::json,
          now() - ${`${minutes} minutes`}::interval, ${minutes === 1 ? '2001:db8::7' : ''})`;
    };
    const service = { actor_id: '00000000-0000-0000-0000-000000000000', actor_username: 'service_role' };
    for (let at = 5; at < 60; at++) await note('token_refreshed', at);
    await note('user_signedup', 61, service, { user_id: id });
    await note('something_new', 3);
    await note('user_updated_password', 2);
    await note('login', 1, {}, { provider: 'github' });
    await openPeople(page, `?id=${id}`);
    const noted = page.getByRole('region', { name: 'What the auth service noted' });
    const entries = noted.getByRole('listitem');
    await expect(entries).toHaveCount(50);
    await expect(entries.nth(0)).toContainText('Signed in with GitHub');
    await expect(entries.nth(0)).toContainText('2001:db8::7');
    await expect(entries.nth(1)).toContainText('Changed the password');
    await expect(entries.nth(2).locator('code')).toHaveText('something_new');
    await checkLook(page);
    await takeScreenshots(page, info, 'people-events');
    await button(page, 'Show older entries').click();
    await expect(entries).toHaveCount(59);
    await expect(entries.last()).toContainText('Account created, by service_role');
    await expect(button(page, 'Show older entries')).toBeHidden();
  },
);

test('where the entries of the auth service cannot be read, the page says so', async ({ page }) => {
  const { id } = await createPerson('Mary Jackson');
  await openPeople(page, `?id=${id}`);
  await expect(page.getByText('Nothing, or the project keeps its entries outside')).toBeVisible();
  await page.route('**/admin/v1/people/events?*', (route) => route.fulfill({ json: { events: null } }));
  await page.reload();
  await expect(page.getByText('This project does not let them be read here.')).toBeVisible();
  await expect(button(page, 'Ban …')).toBeVisible();
});

test('an owner cannot harm themselves', async ({ page }) => {
  const [row] = await site.database.sql<{ id: string }[]>`
    select id from auth.users where email = ${site.owner.email}`;
  await openPeople(page, `?id=${row?.id}`);
  await expect(page.getByText('This is you')).toBeVisible();
  await expect(page.getByText('This browser').first()).toBeVisible();
  await expect(button(page, 'Ban …')).toBeHidden();
  await expect(button(page, 'Delete account …')).toBeHidden();
});

test('a person is added with a password that is shown once', async ({ page }, info) => {
  const email = freshEmail();
  await openPeople(page);
  await page.getByRole('link', { name: 'Add a person' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(email);
  await page.getByRole('radio', { name: /Set a password/ }).check();
  await checkLook(page);
  await takeScreenshots(page, info, 'people-new');
  await button(page, 'Create account').click();
  await expect(status(page, `The account of ${email} is created.`)).toBeVisible();
  await checkLook(page);
  await takeScreenshots(page, info, 'people-made');
  const password = (await page.locator('.people-password code').textContent()) ?? '';
  expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  await page.getByRole('link', { name: 'Open the account' }).click();
  await expect(page.getByRole('heading', { name: email, level: 2 })).toBeVisible();
  // They can sign in.
  await page.context().clearCookies();
  await signInByApi(page, site, { email, password });
});

test('a person is invited, and a fault is explained', async ({ page, expectMessage }) => {
  expectMessage(/status of 409/);
  const email = freshEmail();
  await openPeople(page, '?new');
  await page.getByRole('textbox', { name: 'Address' }).fill(site.stranger.email);
  await button(page, 'Send invitation').click();
  await expect(page.getByRole('alert')).toHaveText('There is an account with this address already.');
  await page.getByRole('textbox', { name: 'Address' }).fill(email);
  await button(page, 'Send invitation').click();
  await expect(status(page, `An invitation is on its way to ${email}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Open the account' }).click();
  await expect(page.getByText('Invited', { exact: true }).first()).toBeVisible();
});

test('a list that cannot be read says so and can be read again', async ({ page, expectMessage }) => {
  expectMessage(/Failed to load resource/);
  await page.route('**/admin/v1/people?*', (route) => route.abort());
  await openPeople(page);
  await expect(page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })).toBeVisible();
  await page.unroute('**/admin/v1/people?*');
  await button(page, 'Try again').click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});
