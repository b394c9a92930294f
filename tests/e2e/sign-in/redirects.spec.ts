/** Whatever names a path to go on to leads to this site and nowhere else. */
import { openLogin, signInWithPassword } from '../../harness/login-page.ts';
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
    await page.getByRole('button', { name: 'Go on' }).click();
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
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${signInSite.url}/about?from=mail#top`);
});
