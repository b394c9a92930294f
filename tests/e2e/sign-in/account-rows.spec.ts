/** The account page: its rows open a form in place, and its sections are reached from a list. */
import { openAccount, rowValue } from '../../harness/login-page.ts';
import { runAxeInBothThemes } from '../../harness/run-axe.ts';
import { expect, test } from '../../harness/sign-in-site.ts';

test(
  'a form opens with the focus in it; Escape and Cancel close it, and the button has the focus again',
  { tag: '@phone' },
  async ({ page, signInSite }) => {
    await openAccount(page, signInSite);
    await expect(page.getByRole('main').locator('form')).toHaveCount(0);
    const rows = [
      ['Add name', 'Your name'],
      ['Change email address', 'New address'],
      ['Add phone number', 'New number'],
      ['Change password', 'New password'],
      ['Add an authenticator app', 'A name for it'],
      ['Delete my account …', /^Type .+ to confirm$/],
    ] as const;
    for (const [name, label] of rows) {
      const button = page.getByRole('button', { name, exact: true });
      const field = page.getByLabel(label);
      for (const close of ['Escape', 'Cancel']) {
        await button.focus();
        await page.keyboard.press('Enter');
        await expect(field).toBeFocused();
        await expect(button).toBeHidden();
        if (close === 'Escape') await page.keyboard.press('Escape');
        else await page.getByRole('button', { name: 'Cancel' }).click();
        await expect(field).toBeHidden();
        await expect(button).toBeFocused();
      }
    }
  },
);

test('what was typed before Cancel is not saved, and the form opens with the present value', async ({
  page,
  signInSite,
}) => {
  await openAccount(page, signInSite);
  await page.getByRole('button', { name: 'Add name' }).click();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeHidden();
  await page.getByLabel('Your name').fill('Grace');
  await page.keyboard.press('Escape');
  await expect(rowValue(page, 'Name')).toHaveText('Ada');
  await page.getByRole('button', { name: 'Change name' }).click();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada');
  await expect(page.getByText('If you share a list of baby names, your partner sees it')).toBeVisible();
});

test('axe finds nothing with every form open', { tag: '@phone' }, async ({ page, signInSite }) => {
  await openAccount(page, signInSite);
  for (const name of ['Add name', 'Change email address', 'Add phone number', 'Change password'])
    await page.getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  await page.getByRole('button', { name: 'Delete my account …' }).click();
  await expect(page.getByRole('main').locator('form')).toHaveCount(6);
  expect(await runAxeInBothThemes(page)).toEqual([]);
});

test(
  'each section is reached from the list, which stays beside them where there is space',
  { tag: '@phone' },
  async ({ page, signInSite }) => {
    await openAccount(page, signInSite);
    const fold = page.getByRole('main').locator('summary', { hasText: 'On this page' });
    const isNarrow = await fold.isVisible();
    if (isNarrow) await fold.click();
    const list = page.getByRole('navigation', { name: 'On this page' });
    const titles = await list.getByRole('link').allInnerTexts();
    expect(titles).toEqual([
      'Profile',
      'Signing in',
      'Second factor',
      'Sessions',
      'Your data',
      'Danger zone',
    ]);
    for (const title of titles) {
      await list.getByRole('link', { name: title }).click();
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeInViewport();
    }
    await expect(page).toHaveURL(/\/account#danger-zone$/);
    if (isNarrow) await expect(list).not.toBeInViewport();
    else await expect(list.getByRole('link', { name: 'Profile' })).toBeInViewport();
    // A link to a section is kept.
    await page.reload();
    await expect(page.getByRole('button', { name: 'Delete my account …' })).toBeVisible();
  },
);
