/** The form on /about: with a script it stays on the page, without one the function leads back to it. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/contact-site.ts';
import { holdRequests } from '../harness/hold-requests.ts';
import { holdResponses } from '../harness/hold-responses.ts';
import { isMarked, markDocument, openWithReact } from '../harness/react-page.ts';
import { runAxe } from '../harness/run-axe.ts';

const good = { name: 'Ann', email: 'ann@example.com', message: 'Hello!\nIs the porch open?' };
const form = (page: Page) => page.locator('.contact-form');
const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true });
const button = (page: Page) => form(page).getByRole('button');
/** What the form says at present. */
const shown = (page: Page) => form(page).locator('p').filter({ visible: true });
/** Of those, what is about no single field. */
const announced = (page: Page) => form(page).getByRole('status').locator('p').filter({ visible: true });
const sent = 'Your message has been sent. Thank you.';

async function fill(page: Page, { name, email, message }: typeof good): Promise<void> {
  await field(page, 'Name').fill(name);
  await field(page, 'Email address').fill(email);
  await field(page, 'Message').fill(message);
}

// In one worker: their site takes longer to start than they take.
test.describe.configure({ mode: 'default' });

test.beforeEach(({ contactSite }) => contactSite.forgetAll());

test.describe('with a script', { tag: ['@phone', '@hosted'] }, () => {
  test('a message is sent without leaving the page, and is stored', async ({ page, contactSite }) => {
    await openWithReact(page, '/about');
    await markDocument(page);
    await fill(page, good);
    const answers = await holdResponses(page, '**/functions/v1/contact');
    await button(page).click();
    await expect(button(page)).toHaveText('Sending …');
    await expect(button(page)).toHaveAttribute('aria-disabled', 'true');
    await field(page, 'Name').press('Enter');
    await answers.done;
    await answers.release();
    await expect(announced(page)).toHaveText([sent]);
    await expect(button(page)).toHaveText('Send');
    await expect(field(page, 'Message')).toHaveValue('');
    expect(await isMarked(page)).toBe(true);
    expect(answers.count()).toBe(1);
    expect(await contactSite.messages()).toEqual([good]);
    expect(await runAxe(page)).toEqual([]);
  });

  test('each fault is shown at its field, and nothing that was typed is lost', async ({
    page,
    contactSite,
    expectMessage,
  }) => {
    expectMessage(/422 .*\/functions\/v1\/contact/);
    await openWithReact(page, '/about');
    await fill(page, { ...good, name: '', email: 'ann' });
    await button(page).click();
    await expect(shown(page)).toHaveText([/Please enter your name/, /This is not an email address/]);
    await expect(field(page, 'Name')).toBeFocused();
    await expect(field(page, 'Name')).toHaveAccessibleDescription(/Please enter your name/);
    await expect(field(page, 'Email address')).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, 'Message')).toHaveValue(good.message);
    await expect(field(page, 'Message')).not.toHaveAttribute('aria-invalid');
    expect(await runAxe(page)).toEqual([]);
    await fill(page, good);
    await field(page, 'Name').press('Enter');
    await expect(shown(page)).toHaveText([sent]);
    await expect(field(page, 'Name')).not.toHaveAttribute('aria-invalid');
    expect(await contactSite.messages()).toEqual([good]);
  });
});

test.describe('with a script', () => {
  test('the sixth message in an hour is refused in words', async ({ page, contactSite, expectMessage }) => {
    expectMessage(/429 .*\/functions\/v1\/contact/);
    await openWithReact(page, '/about');
    for (let count = 1; count <= 5; count += 1) {
      await fill(page, good);
      await button(page).click();
      await expect(field(page, 'Message')).toHaveValue('');
    }
    await fill(page, good);
    await button(page).click();
    await expect(announced(page)).toHaveText([/There were too many messages/]);
    await expect(field(page, 'Message')).toHaveValue(good.message);
    expect(await contactSite.messages()).toHaveLength(5);
  });

  test('an answer that does not come is told, and the next attempt is another', async ({
    page,
    expectMessage,
  }) => {
    expectMessage(/ERR_FAILED|Failed to load/);
    await openWithReact(page, '/about');
    await fill(page, good);
    await page.route('**/functions/v1/contact', (route) => route.abort(), { times: 1 });
    await button(page).click();
    await expect(announced(page)).toHaveText([/could not be sent/]);
    await expect(field(page, 'Message')).toHaveValue(good.message);
    await button(page).click();
    await expect(shown(page)).toHaveText([sent]);
  });

  test('a form that was sent before the script had come is sent by it', async ({ page, contactSite }) => {
    const scripts = await holdRequests(page, /\/assets\/.*\.js$/);
    await page.goto('/about', { waitUntil: 'commit' });
    await page.locator('footer').waitFor();
    await markDocument(page);
    await fill(page, good);
    await button(page).click();
    scripts.release();
    await expect(shown(page)).toHaveText([sent]);
    expect(await isMarked(page)).toBe(true);
    expect(await contactSite.messages()).toEqual([good]);
  });

  test('the owner finds the message among the mails', async ({ page, contactSite }) => {
    await openWithReact(page, '/about');
    await fill(page, { ...good, name: 'Bert' });
    await button(page).click();
    await expect(shown(page)).toHaveText([sent]);
    await page.goto(contactSite.mailLink());
    await page.getByRole('link', { name: 'Message from Bert' }).click();
    await expect(page.getByRole('main')).toContainText(contactSite.owner);
    await expect(page.getByRole('main')).toContainText('Is the porch open?');
  });
});

test.describe('without a script', { tag: '@phone' }, () => {
  test.use({ javaScriptEnabled: false });

  test('a message is sent, and the page says so', async ({ page, contactSite }) => {
    await page.goto('/about');
    await expect(shown(page)).toHaveCount(0);
    await fill(page, good);
    await button(page).click();
    await expect(page).toHaveURL('/about#contact.sent');
    await expect(shown(page)).toHaveText([sent]);
    await expect(shown(page)).toBeInViewport();
    expect(await contactSite.messages()).toEqual([good]);
  });

  test('a fault is shown at its field, and the text is one step back', async ({ page, contactSite }) => {
    await page.goto('/about');
    await fill(page, { ...good, name: ' ' });
    await button(page).click();
    await expect(page).toHaveURL('/about#contact.name-missing');
    await expect(shown(page)).toHaveText([/Please enter your name\. Your browser’s Back button/]);
    await expect(field(page, 'Name')).toBeInViewport();
    expect(await contactSite.messages()).toEqual([]);
    await page.goBack();
    await expect(field(page, 'Message')).toHaveValue(good.message);
  });
});
