/** The mails of a site without a mail server, read in a browser with the link that the terminal shows. */
import { expect, test } from '../harness/browser-test.ts';
import { type RunningSite, startSite } from '../harness/start-site.ts';

let site: RunningSite;
const publicKey = `sb_publishable_${'x'.repeat(22)}`;
test.beforeAll(async () => {
  site = await startSite({ env: { PUBLISHABLE_KEY: publicKey } });
});
test.afterAll(() => site.stop());

test('the link opens the mails in this browser, and no other sees them', async ({ page, browser }) => {
  const reply = await fetch(`${site.url}/auth/v1/otp`, {
    method: 'POST',
    headers: { apikey: publicKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.com', create_user: true }),
  });
  expect(reply.status).toBe(200);
  const link = /http:\S+\/_mail\?token=\S+/.exec(site.output())?.[0] ?? '';

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
