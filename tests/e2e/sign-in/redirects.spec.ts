/** Every redirect target stays on this site. */
import type { Page } from '@playwright/test';
import { freshEmail } from '../../harness/fresh-contact.ts';
import { openLogin, signInWithPassword } from '../../harness/login-page.ts';
import { startOtherSite } from '../../harness/other-site.ts';
import { expect, test } from '../../harness/sign-in-site.ts';

const foreign = [
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/.//evil.example',
];

for (const target of foreign) {
  const shown = JSON.stringify(target);

  test(`the redirect cookie does not lead to ${shown}`, async ({ page, signInSite }) => {
    const person = await signInSite.createPerson();
    await page
      .context()
      .addCookies([{ name: 'sb-redirect-path', value: encodeURIComponent(target), url: signInSite.url }]);
    await openLogin(page);
    await signInWithPassword(page, person);
    await expect(page).toHaveURL(`${signInSite.url}/`);
  });

  test(`redirect_to of a link in a mail does not lead to ${shown}`, async ({ page, signInSite }) => {
    const { email } = await signInSite.createPerson();
    const { data } = await signInSite.admin.auth.admin.generateLink({ type: 'magiclink', email });
    const query = new URLSearchParams({
      token_hash: data.properties?.hashed_token ?? '',
      type: 'magiclink',
      redirect_to: target,
    });
    await openLogin(page, `/confirm?${query}`);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(`${signInSite.url}/`);
  });

  test(`redirect_to of the sign-in service does not lead to ${shown}`, async ({ signInSite }) => {
    const { backendUrl, url, admin, createPerson } = signInSite;
    const { email } = await createPerson();
    const { data } = await admin.auth.admin.generateLink({ type: 'magiclink', email });
    const query = new URLSearchParams({
      token: data.properties?.hashed_token ?? '',
      type: 'magiclink',
      redirect_to: target,
    });
    const answer = await fetch(`${backendUrl}/auth/v1/verify?${query}`, { redirect: 'manual' });
    expect(answer.status).toBe(303);
    expect(new URL(answer.headers.get('location') ?? '').origin).toBe(url);
  });
}

test('redirect_to within this site is followed', async ({ page, signInSite }) => {
  const { email } = await signInSite.createPerson();
  const { data } = await signInSite.admin.auth.admin.generateLink({ type: 'magiclink', email });
  const query = new URLSearchParams({
    token_hash: data.properties?.hashed_token ?? '',
    type: 'magiclink',
    redirect_to: `${signInSite.url}/about?from=mail#top`,
  });
  await openLogin(page, `/confirm?${query}`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${signInSite.url}/about?from=mail#top`);
});

/** Opens a link that is made to end on another site. Returns the result. */
async function follow(page: Page, toAddress: (otherHost: string) => string) {
  const other = await startOtherSite();
  const visited: URL[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url())));
  await page.goto(toAddress(other.host));
  other.close();
  const reached = visited.filter(({ host }) => host === other.host).map(({ href }) => href);
  return { reached, asked: other.requests, end: new URL(page.url()).origin };
}

const otherHosts = [
  (host: string) => `//${host}/`,
  (host: string) => `/.//${host}/?a=1`,
  (host: string) => `/%2e//${host}/`,
  (host: string) => `/\\${host}/`,
];

for (const toPath of otherHosts) {
  const shown = JSON.stringify(toPath('another.site'));

  test(`a provider does not take the session to ${shown}`, async ({ page, signInSite }) => {
    const { company, url, backendUrl } = signInSite;
    const email = freshEmail();
    company.person = { sub: email, email, email_verified: true };
    const came = await follow(page, (host) => {
      const query = new URLSearchParams({ provider: 'company', redirect_to: url + toPath(host) });
      return `${backendUrl}/auth/v1/authorize?${query}`;
    });
    expect(came).toEqual({ reached: [], asked: [], end: url });
  });

  test(`a link in a mail does not take the session to ${shown}`, async ({ page, signInSite }) => {
    const { url, backendUrl, admin, createPerson } = signInSite;
    const { email } = await createPerson();
    const { data } = await admin.auth.admin.generateLink({ type: 'magiclink', email });
    const token = data.properties?.hashed_token ?? '';
    const came = await follow(page, (host) => {
      const query = new URLSearchParams({ token, type: 'magiclink', redirect_to: url + toPath(host) });
      return `${backendUrl}/auth/v1/verify?${query}`;
    });
    expect(came).toEqual({ reached: [], asked: [], end: url });
  });

  test(`an address of this site that reads ${shown} does not lead there`, async ({
    page,
    signInSite,
    expectMessage,
  }) => {
    expectMessage(/status of 404/);
    const { url } = signInSite;
    const came = await follow(page, (host) => `${url}${toPath(host)}#access_token=secret`);
    expect(came).toEqual({ reached: [], asked: [], end: url });
  });
}
