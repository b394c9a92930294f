/** The mails of a site without a mail server, read in a browser with the link that the terminal shows. */
import { expect, test } from '../harness/browser-test.ts';
import { enterEmail, openLogin } from '../harness/login-page.ts';
import { runAxe } from '../harness/run-axe.ts';
import { type RunningSite, startSite } from '../harness/start-site.ts';

let site: RunningSite;
const publicKey = `sb_publishable_${'x'.repeat(22)}`;
test.beforeAll(async () => {
  site = await startSite({ env: { PUBLISHABLE_KEY: publicKey } });
});
test.afterAll(() => site.stop());

/** Printed at the start, in a line of JSON where there is no terminal. */
const findLink = () => /http:\/\/\S+\/_mail\?token=[\w-]+/.exec(site.output())?.[0] ?? '';

test('the link opens the mails in this browser, and no other browser sees them', async ({
  page,
  browser,
}) => {
  const reply = await fetch(`${site.url}/auth/v1/otp`, {
    method: 'POST',
    headers: { apikey: publicKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.com', create_user: true }),
  });
  expect(reply.status).toBe(200);
  const link = findLink();

  await page.goto(link);
  await expect(page).toHaveURL(`${site.url}/_mail`);
  await page.getByRole('listitem').getByRole('link').click();
  await expect(page.getByText('to ann@example.com')).toBeVisible();
  await expect(page.frameLocator('iframe').getByRole('link').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('to ann@example.com')).toBeVisible();

  const stranger = await browser.newPage();
  await stranger.goto(page.url());
  await expect(stranger.getByText('Open the link that the terminal shows')).toBeVisible();
  await expect(stranger.getByText('ann@example.com')).toHaveCount(0);
  await stranger.close();
});

test('the page looks like the site and is accessible, locked and open', async ({ page, expectMessage }) => {
  expectMessage(/401 .*\/_mail/);
  for (const address of [`${site.url}/_mail`, findLink()]) {
    await page.goto(address);
    await expect(page.getByRole('link', { name: 'Porchlight' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Mailbox' })).toHaveCSS('font-family', /Literata/);
    expect(await runAxe(page)).toEqual([]);
  }
});

test('“Check your messages” says where the mail is', async ({ page }) => {
  await openLogin(page, `${site.url}/login`);
  await enterEmail(page, 'bob@example.com');
  await page.getByRole('button', { name: 'Send me a link and a code instead' }).click();
  await expect(page.getByRole('heading', { name: 'Check your messages' })).toBeVisible();
  await expect(page.getByText('They are kept in its mailbox')).toBeVisible();
  await expect(page.getByRole('link', { name: 'mailbox' })).toHaveAttribute('href', '/_mail');
  expect(await runAxe(page)).toEqual([]);
});
