/** The PKCE flow, set in site.config.ts: the code in the address works only in the browser that requested it. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../harness/browser-test.ts';
import { copyProject, type ProjectCopy } from '../../harness/copy-project.ts';
import { freshEmail } from '../../harness/fresh-contact.ts';
import { enterEmail, expectSignedOut, openLogin, waitForAccountSections } from '../../harness/login-page.ts';
import { signInByApi } from '../../harness/sign-in-by-api.ts';
import { openSignInSite } from '../../harness/sign-in-site.ts';
import { strangersTokens } from '../../harness/strangers-tokens.ts';

let project: ProjectCopy;
let opened: Awaited<ReturnType<typeof openSignInSite>>;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  project = await copyProject();
  const config = join(project.root, 'site.config.ts');
  await writeFile(config, (await readFile(config, 'utf8')).replace("flow: 'implicit'", "flow: 'pkce'"));
  // Hosted, because its mails lead to the service first, which answers with a code.
  opened = await openSignInSite({ hosted: true, root: project.root });
});
test.afterAll(async () => {
  await opened.close();
  await project.remove();
});

const deepLink = () => `${opened.site.url}/account?tab=profile#name`;

async function requestLink(page: Page, button: string): Promise<string> {
  const { email } = await opened.site.createPerson();
  await openLogin(page, deepLink());
  await enterEmail(page, email);
  await page.getByRole('button', { name: button }).click();
  await expect(page.getByText('an email is on its way')).toBeVisible();
  return (await opened.site.mails.take(email)).link;
}

test('a provider signs in by a code and returns to the deep link', async ({ page }) => {
  const email = freshEmail();
  opened.site.company.person = { sub: email, email, email_verified: true };
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url()));
  await openLogin(page, deepLink());
  await page.getByRole('button', { name: 'Continue with Company' }).click();
  await expect(page).toHaveURL(deepLink());
  await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible();
  expect(seen.filter((url) => /\/confirm\?.*\bcode=/.test(url))).toHaveLength(1);
});

test('the link of a mail signs in where it was requested, and a recovery asks for a new password', async ({
  page,
}) => {
  await page.goto(await requestLink(page, 'Send me a link and a code instead'));
  await expect(page).toHaveURL(deepLink());
  await waitForAccountSections(page);
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await expectSignedOut(page);
  await page.goto(await requestLink(page, 'I forgot my password'));
  await page.getByLabel('New password').fill('another good one 7');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page).toHaveURL(deepLink());
});

test('in another browser it opens nothing, and says why', async ({ page, browser }) => {
  const link = await requestLink(page, 'Send me a link and a code instead');
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expect(other.getByRole('alert')).toContainText('opened in another browser');
  await elsewhere.close();
});

test('an unrequested link asks first in this flow too, and a session in the address is refused', async ({
  page,
}) => {
  const { site } = opened;
  const me = await site.createPerson();
  await signInByApi(page, site, me);
  const stranger = await site.createPerson();
  const { data } = await site.admin.auth.admin.generateLink({ type: 'magiclink', email: stranger.email });
  const query = new URLSearchParams({ token_hash: data.properties?.hashed_token ?? '', type: 'magiclink' });
  await page.goto(`${site.url}/confirm?${query}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  const words = `You are signed in as ${me.email}. Switch to ${stranger.email}?`;
  await expect(page.getByRole('heading', { name: words })).toBeVisible();
  await page.getByRole('button', { name: 'Switch', exact: true }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  await page.goto(`${site.url}/account`);
  await expect(page.getByText(stranger.email).first()).toBeVisible();
  const { fragment } = await strangersTokens(site);
  await page.goto(`${site.url}/confirm#${fragment}`);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goto(`${site.url}/account`);
  await expect(page.getByText(stranger.email).first()).toBeVisible();
});
