/** The admin area's Settings: what is in force, what the next start will change, and what it would refuse. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { checkLook } from '../harness/check-look.ts';
import { copyProject, type ProjectCopy } from '../harness/copy-project.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openStatsSite, type StatsSite } from '../harness/stats-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

test.describe.configure({ mode: 'default' });

let project: ProjectCopy;
let site: StatsSite;
let close: () => Promise<void>;
let original: string;
test.beforeAll(async ({ hosted }) => {
  project = await copyProject();
  original = (await readFile(join(project.root, 'site.config.ts'), 'utf8')).replace(
    'owners: []',
    "owners: ['someone@example.com']",
  );
  await writeConfig(original);
  ({ site, close } = await openStatsSite(hosted, {}, project.root));
});
test.afterAll(async () => {
  await close();
  await project.remove();
});

const writeConfig = (text: string) => writeFile(join(project.root, 'site.config.ts'), text);

async function openSettings(page: Page): Promise<void> {
  await signInByApi(page, site, site.owner);
  await page.goto(`${site.url}/admin/settings`);
}

const status = (page: Page) => page.locator('.settings [role="status"]');

test(
  'what the file says now is compared with what is in force',
  { tag: '@phone' },
  async ({ page }, info) => {
    await writeConfig(original);
    await openSettings(page);
    await expect(status(page)).toHaveText('The file says what is in force.');
    const title = page.locator('.settings-list > div').filter({ hasText: 'title' }).first();
    await expect(title).toContainText('Porchlight');
    await expect(title).toContainText('The name of the site');
    await expect(page.getByRole('group', { name: 'site.config.ts' })).toContainText("login: '/login'");
    expect(await page.content()).not.toContain('someone@example.com');
    await checkLook(page);
    await takeScreenshots(page, info, 'settings-same');

    await writeConfig(
      original.replace("title: 'Porchlight'", "title: 'Lantern'").replace('someone@', 'another@'),
    );
    await page.getByRole('button', { name: 'Read the file again' }).click();
    await expect(status(page)).toContainText('2 settings change with the next start:');
    await expect(status(page)).toContainText('Title: ‘Porchlight’ now, ‘Lantern’ after a restart');
    await expect(status(page)).toContainText('Owners: other values after a restart');
    await expect(title).toContainText('Changes with the next start: Lantern');
    expect(await page.content()).not.toContain('another@example.com');
    await checkLook(page);
    await takeScreenshots(page, info, 'settings-changed');
  },
);

test('a fault is shown with its line, before a start meets it', { tag: '@phone' }, async ({ page }, info) => {
  const lineOf = (text: string, part: string) =>
    text.split('\n').findIndex((line) => line.includes(part)) + 1;
  await writeConfig(original.replace("flow: 'implicit'", "flow: 'implict'"));
  await openSettings(page);
  const line = lineOf(original, 'flow:');
  await expect(status(page)).toContainText('The next start would refuse this file.');
  await expect(status(page).getByRole('listitem')).toHaveText(
    `Line ${line}: signIn.flow in site.config.ts must be 'implicit' or 'pkce'`,
  );
  await page.getByRole('link', { name: `Line ${line}` }).click();
  await expect(page.locator(`#settings-line-${line}`)).toBeInViewport();
  await checkLook(page);
  await takeScreenshots(page, info, 'settings-fault');

  // And so it does.
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(project.root, '.data') };
  const start = promisify(execFile)(process.execPath, ['main.ts'], { cwd: project.root, env });
  await expect(start).rejects.toMatchObject({
    code: 1,
    stderr: "1 setting needs attention: signIn.flow in site.config.ts must be 'implicit' or 'pkce'\n",
  });

  // What the language itself refuses, in the words of Node.
  const broken = original.replace("title: 'Porchlight',", "title: 'Porchlight'");
  await writeConfig(broken);
  await page.getByRole('button', { name: 'Read the file again' }).click();
  await expect(status(page)).toContainText(`Line ${lineOf(broken, 'description:')}: SyntaxError: Expected`);
  await writeConfig(original.replace('exclude: []', 'exclude: nothing'));
  await page.getByRole('button', { name: 'Read the file again' }).click();
  await expect(status(page)).toContainText(
    `Line ${lineOf(original, 'exclude: []')}: ReferenceError: nothing is not defined`,
  );
});

test('search finds the page, and its links lead to what is set elsewhere', async ({ page }) => {
  await writeConfig(original);
  await openSettings(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search this site' }).fill('next start');
  await expect(page.getByRole('option', { name: /^Settings Admin/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Write', exact: true }).last().click();
  await expect(page).toHaveURL(/\/admin\/write$/);
});
