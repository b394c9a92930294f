/** What is wrong with a file is told to the owner of the site on its page, and to nobody else. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { waitForReact } from '../harness/login-page.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openStatsSite, type StatsSite } from '../harness/stats-site.ts';

test.describe.configure({ mode: 'default' });

let site: StatsSite;
let close: () => Promise<void>;
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-notes-'));
  await mkdir(path.join(folder, 'posts/guide'), { recursive: true });
  await writeFile(path.join(folder, 'posts/guide/index.md'), '# Guide\n');
  await writeFile(path.join(folder, 'index.md'), '# Home\n');
  await writeFile(path.join(folder, 'posts/1.fine.md'), '# Fine\n\nWords.\n');
  await writeFile(path.join(folder, 'posts/2.faulty.md'), '---\ntitle: Faulty\ndate: soon\n---\nWords.\n');
  ({ site, close } = await openStatsSite(false, { CONTENT_DIR: folder }));
});
test.afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});

const notes = (page: Page) => page.getByRole('complementary', { name: 'Notes on the file of this page' });

/** Opens a page, and shows an intent, which loads React. */
async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(site.url + address);
  await page.getByRole('link', { name: 'Articles', exact: true }).hover();
  await waitForReact(page);
}

test('the owner sees a note on the page, and can dismiss it', async ({ page }) => {
  await signInByApi(page, site, site.owner);
  await openPage(page, '/posts/faulty');
  await expect(notes(page)).toContainText('posts/2.faulty.md:3');
  await expect(notes(page)).toContainText('"date" must be a day like 2026-11-15, got "soon"');
  await notes(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(notes(page)).toBeHidden();
});

test('no other visitor asks for notes', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('page-notes')) asked.push(request.url());
  });
  await openPage(page, '/posts/faulty');
  await page.getByRole('link', { name: 'Fine' }).first().click();
  await expect(page.getByRole('heading', { name: 'Fine', level: 1 })).toBeVisible();
  await signInByApi(page, site, site.stranger);
  await openPage(page, '/posts/faulty');
  await page.getByRole('link', { name: 'Fine' }).first().click();
  await expect(page.getByRole('heading', { name: 'Fine', level: 1 })).toBeVisible();
  expect(asked).toEqual([]);
});
