/** A site in two languages: `languages` of site.config.ts, and the folder content/de. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { openPreviewLinks } from '../../server/preview/preview-links.ts';
import { expect, test } from '../harness/browser-test.ts';
import { copyProject, type ProjectCopy } from '../harness/copy-project.ts';
import { makeFolder } from '../harness/database/folders.ts';
import { loadReact } from '../harness/react-page.ts';
import { runAxe } from '../harness/run-axe.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { type SiteAndBackend, startSiteAndBackend } from '../harness/site-and-backend.ts';

const german = `languages: {
    de: {
      title: 'Verandalicht',
      description: 'Eine kleine Website, auf der immer ein Licht brennt.',
      navigation: [{ title: 'Artikel', path: '/de/posts' }],
      footer: [{ title: 'Über mich', path: '/de/about' }],
    },
  },
  navigation: [`;

const pages = {
  'posts/porch.md':
    '---\ntitle: The porch\ndate: 2026-03-01\n---\n\n## Lamp\n\nA lamp.\n\n```js\nlight();\n```\n',
  'posts/steps.md': '---\ntitle: Steps\n---\n\nThree steps.\n',
  'de/index.md': '---\ntitle: Willkommen\n---\n\nGuten Abend.\n',
  'de/posts/porch.md':
    '---\ntitle: Die Veranda\ndate: 2026-03-01\ntags: [Licht]\n---\n\n## Lampe\n\nEine Lampe[^1].\n\n> [!tip]\n> Sie brennt.\n\n[^1]: Aus Messing.\n\n```js\nlight();\n```\n\n## Stufen\n\nDrei.\n',
  'de/posts/entwurf.md':
    '---\ntitle: Ein Entwurf\ndraft: true\n---\n\n> [!tip]\n> Noch nicht.\n\n```js\nlight();\n```\n',
};

let project: ProjectCopy;
let data: Awaited<ReturnType<typeof makeFolder>>;
let site: SiteAndBackend;
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  project = await copyProject();
  const config = join(project.root, 'site.config.ts');
  await writeFile(config, (await readFile(config, 'utf8')).replace('navigation: [', german));
  for (const [file, text] of Object.entries(pages)) {
    const path = join(project.root, 'content', file);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, text);
  }
  data = await makeFolder();
  site = await startSiteAndBackend({ hosted: false, root: project.root, env: { DATA_DIR: data.folder } });
});
test.afterAll(async () => {
  await site.stop();
  await project.remove();
  await data.remove();
});

test('a visitor reads in one language and changes it on the page', async ({ page }) => {
  await page.goto(`${site.url}/de`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen');
  await expect(page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link')).toHaveText(['Artikel']);
  await page.getByRole('link', { name: 'Die Veranda' }).click();
  await expect(page).toHaveURL(`${site.url}/de/posts/porch`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('time').first()).toHaveText('1. März 2026');
  await expect(page.getByRole('navigation', { name: 'Auf dieser Seite' }).first()).toBeAttached();
  await expect(page.getByRole('button', { name: 'Kopieren' })).toBeVisible();
  await expect(page).toHaveTitle('Die Veranda · Verandalicht');
  await expect(page.getByRole('note')).toContainText('Tipp');
  await expect(page.getByRole('heading', { name: 'Fußnoten' })).toBeAttached();
  await expect(page.getByRole('link', { name: 'Link zu „Lampe“' })).toBeAttached();
  expect(await runAxe(page)).toEqual([]);

  const languages = page.getByRole('navigation', { name: 'Sprachen' });
  await expect(languages.getByRole('link', { name: 'Deutsch' })).toHaveAttribute('aria-current', 'true');
  await languages.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(`${site.url}/posts/porch`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible();
  await expect(page).toHaveTitle('The porch · Porchlight');
  await page.goBack();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('the menu of the account speaks the language of the page', async ({ page }) => {
  const person = { email: 'ada@example.com', password: 'correct horse battery 9' };
  const { auth } = createClient(site.backendUrl, site.secretKey, { auth: { persistSession: false } });
  expect((await auth.admin.createUser({ ...person, email_confirm: true })).error).toBeNull();
  await signInByApi(page, site, person);
  await page.goto(`${site.url}/de`);
  const header = page.getByRole('banner');
  await header.getByText('Konto', { exact: true }).click();
  await expect(header.getByText('Angemeldet als ada@example.com')).toBeVisible();
  await expect(header.getByRole('link', { name: 'Kontoeinstellungen' })).toBeVisible();
  await header.getByRole('button', { name: 'Abmelden' }).click();
  await expect(header.getByRole('link', { name: 'Anmelden' })).toBeVisible();
});

test('a page that is not translated says so and leads to the original', async ({ page }) => {
  await page.goto(`${site.url}/de/posts/steps`);
  const notice = page.getByRole('note');
  await expect(notice).toContainText('noch nicht auf Deutsch. Sie wird auf Englisch angezeigt.');
  await expect(page.locator('article')).toHaveAttribute('lang', 'en');
  expect(await runAxe(page)).toEqual([]);
  await notice.getByRole('link').click();
  await expect(page).toHaveURL(`${site.url}/posts/steps`);
  await expect(page.getByRole('note')).toHaveCount(0);
});

test('a preview link shows a draft, its banner and its dates in the language of the page', async ({
  page,
}) => {
  const { token } = await openPreviewLinks(data.folder).create('/de/posts/entwurf');
  await page.goto(`${site.url}/preview/${token}`);
  const banner = page.getByRole('note', { name: 'Nicht veröffentlicht' });
  for (const isInteractive of [false, true]) {
    if (isInteractive) await loadReact(page);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(banner).toContainText('Entwurf');
    await expect(banner).toContainText(
      /über einen Vorschaulink sichtbar bis \d\d\.\d\d\.\d{4}, \d\d:\d\d UTC/,
    );
    await expect(page.getByRole('note').last()).toContainText('Tipp');
    await expect(page.getByRole('button', { name: 'Kopieren' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Hauptmenü' })).toBeVisible();
  }
  expect(await runAxe(page)).toEqual([]);
});

test('an address without a page speaks the language of its beginning', async ({ page, expectMessage }) => {
  expectMessage(/404/);
  await page.goto(`${site.url}/de/nichts`);
  await expect(page.getByText('Seite nicht gefunden: /de/nichts')).toBeVisible();
  await page.getByRole('link', { name: 'Zur Startseite' }).click();
  await expect(page).toHaveURL(`${site.url}/de`);
});

test('an error of the server speaks the language of its address', async ({ page, expectMessage }) => {
  expectMessage(/400/);
  await page.goto(`${site.url}/de/%ff`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByText('Fehler', { exact: true })).toBeVisible();
  await expect(page.getByText('Diese Adresse ist nicht gültig.')).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await page.getByRole('link', { name: 'Zur Startseite' }).click();
  await expect(page).toHaveURL(`${site.url}/de`);
});

test('the search of a page finds and speaks its language', async ({ page }) => {
  await page.goto(`${site.url}/de/posts/porch`);
  await page.getByRole('link', { name: 'Suche' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suche' });
  await dialog.getByRole('combobox', { name: 'Auf dieser Website suchen' }).fill('lampe');
  await expect(dialog.getByRole('option').first()).toContainText('Die Veranda');
  await expect(dialog.getByRole('link', { name: '1 Treffer anzeigen' })).toBeVisible();
  expect(await runAxe(page)).toEqual([]);
  await dialog.getByRole('link', { name: '1 Treffer anzeigen' }).click();
  await expect(page).toHaveURL(`${site.url}/de/search?q=lampe`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Suche');
  await expect(page.getByRole('heading', { name: 'Die Veranda' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Sprachen' }).getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  // The address changes before the page: a key in between still belongs to the German page.
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.keyboard.press('/');
  const english = page.getByRole('dialog', { name: 'Search' });
  await english.getByRole('combobox').fill('lamp');
  await expect(english.getByRole('option', { name: /^The porch/ })).toBeVisible();
  await expect(english.getByText('Die Veranda')).toHaveCount(0);
});
