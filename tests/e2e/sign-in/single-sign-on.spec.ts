/** Single sign-on: an address of an organization leads to the organization's own login, any other asks for a password. */
import { createTestIdentityProvider } from '../../harness/auth/test-identity-provider.ts';
import { expect, test } from '../../harness/browser-test.ts';
import { freshEmail } from '../../harness/fresh-contact.ts';
import { delayAuthCalls, enterEmail, openLogin } from '../../harness/login-page.ts';
import { openSignInSite } from '../../harness/sign-in-site.ts';

// One site for all tests: otherwise each worker starts one.
test.describe.configure({ mode: 'default' });
// Addresses are absolute, so that a worker of the hosted project need not start the shared site as well.
test.use({ baseURL: 'http://localhost' });

let opened: Awaited<ReturnType<typeof openSignInSite>>;
test.beforeAll(async ({ hosted }) => {
  // Starting two processes takes long on a busy machine.
  test.setTimeout(120_000);
  opened = await openSignInSite({ hosted, more: '[auth.saml]\nenabled = true\n' });
});
test.afterAll(() => opened.close());

test(
  'an organization’s own login is found by the domain of the address, and a slow backend sends no user back to the login page',
  { tag: '@hosted' },
  async ({ page }) => {
    const domain = `${crypto.randomUUID().slice(0, 8)}.example`;
    const idp = createTestIdentityProvider();
    const made = await fetch(`${opened.site.backendUrl}/auth/v1/admin/sso/providers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${opened.site.secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'saml', metadata_xml: idp.metadata, domains: [domain] }),
    });
    expect(made.status).toBe(201);
    const metadata = await (await fetch(`${opened.site.backendUrl}/auth/v1/sso/saml/metadata`)).text();
    // The organization's login page, which answers at once with a form that submits itself.
    await page.route(`${idp.entityId}/**`, async (route) => {
      const { form } = await idp.answer(route.request().url(), metadata, {
        attributes: { email: `ada@${domain}` },
      });
      await route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${opened.site.backendUrl}/auth/v1/sso/saml/acs">
        <input name="SAMLResponse" value="${form.SAMLResponse}"><input name="RelayState" value="${form.RelayState}">
        </form><script>document.forms[0].submit()</script>`,
      });
    });
    await delayAuthCalls(page);
    await openLogin(page, `${opened.site.url}/account?tab=profile#name`);
    await page.getByLabel('Email').fill(`ada@${domain}`);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page).toHaveURL(`${opened.site.url}/account?tab=profile#name`);
    await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible();
  },
);

test(
  'an address of no organization is asked for a password',
  { tag: '@hosted' },
  async ({ page, expectMessage }) => {
    expectMessage(/404 .*\/sso/);
    await openLogin(page, `${opened.site.url}/login`);
    await enterEmail(page, freshEmail());
  },
);
