/** The admin area's Files: an owner looks after what is in the storage. */
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../harness/browser-test.ts';
import { checkLook } from '../harness/check-look.ts';
import { holdRequests } from '../harness/hold-requests.ts';
import { readDownload } from '../harness/read-download.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openStatsSite, type StatsSite } from '../harness/stats-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

test.describe.configure({ mode: 'default' });

let site: StatsSite;
let close: () => Promise<void>;
test.beforeAll(async ({ hosted }) => {
  ({ site, close } = await openStatsSite(hosted));
});
test.afterAll(() => close());

async function openFiles(page: Page, search = ''): Promise<void> {
  await signInByApi(page, site, site.owner);
  await page.goto(`${site.url}/admin/files${search}`);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });

/** At the foot of the window. */
const notice = (page: Page, text: string) => page.locator('.admin-notice p').filter({ hasText: text });

const drawPicture = (background: string) =>
  sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .png()
    .toBuffer();

async function createBucket(page: Page, name: string): Promise<void> {
  await button(page, 'New bucket').click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await button(page, 'Create bucket').click();
  await link(page, name).click();
  await expect(status(page, 'The bucket is empty.')).toBeVisible();
}

interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const choose = (page: Page, files: ChosenFile[]) => page.locator('input[type=file]').setInputFiles(files);
const textFile = (name: string, text = 'hello'): ChosenFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(text),
});

async function stored(bucket: string): Promise<string[]> {
  const rows = await site.database.sql<{ name: string }[]>`
    select name from storage.objects where bucket_id = ${bucket} order by name collate "C"`;
  return rows.map(({ name }) => name);
}

test(
  'an owner makes a bucket, uploads into it and looks at files',
  { tag: ['@phone', '@hosted'] },
  async ({ page, hosted }, info) => {
    const bucket = `photos-${info.project.name}`;
    await openFiles(page);
    if ((await page.getByText('No buckets yet.').count()) > 0)
      await takeScreenshots(page, info, 'files-none');
    await createBucket(page, bucket);
    await checkLook(page);
    await takeScreenshots(page, info, 'files-empty');
    const script =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="top.ran = 1"><script>top.ran = 1</script><circle r="20" cx="20" cy="20"/></svg>';
    await choose(page, [
      { name: 'Übersicht.png', mimeType: 'image/png', buffer: await drawPicture('teal') },
      { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(script) },
      textFile('page.html', '<script>top.ran = 1</script>'),
    ]);
    await expect(status(page, 'All uploads are stored.')).toBeVisible();
    await expect(page.getByText('it was “Übersicht.png”')).toBeVisible();
    expect(await stored(bucket)).toEqual(['Ubersicht.png', 'drawing.svg', 'page.html']);
    await expect(page.locator('.files-thumbnail img')).toHaveCount(1);
    await checkLook(page);
    await takeScreenshots(page, info, 'files-list');

    await link(page, 'Ubersicht.png').click();
    await expect(page.getByRole('img', { name: 'Preview of Ubersicht.png' })).toBeVisible();
    await expect(page).toHaveURL(/file=Ubersicht\.png/);
    await checkLook(page);
    await takeScreenshots(page, info, 'files-file');
    await link(page, 'Close').click();
    await link(page, 'drawing.svg').click();
    await expect(page.getByRole('img', { name: 'Preview of drawing.svg' })).toBeVisible();
    await link(page, 'Close').click();
    await link(page, 'page.html').click();
    await expect(page.getByLabel('Text of the file')).toHaveText('<script>top.ran = 1</script>');
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    if (!hosted) {
      const download = page.waitForEvent('download');
      await button(page, 'Download').click();
      expect(String(await readDownload(await download))).toBe('<script>top.ran = 1</script>');
    }

    await button(page, 'Link …').click();
    await button(page, '1 day').click();
    const url = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    expect(await (await fetch(url)).text()).toBe('<script>top.ran = 1</script>');
    await checkLook(page);
    await takeScreenshots(page, info, 'files-link');
    await link(page, 'Close').click();
    await link(page, 'Buckets').click();
    await expect(page.getByRole('listitem').filter({ hasText: bucket })).toContainText('3 files');
    await checkLook(page);
    await takeScreenshots(page, info, 'files-buckets');
  },
);

test('a file with a name that is taken is replaced or kept beside', async ({ page, expectMessage }) => {
  expectMessage(/status of 409/);
  const bucket = 'names';
  await openFiles(page);
  await createBucket(page, bucket);
  await choose(page, [textFile('a.txt', 'first')]);
  await expect(status(page, 'All uploads are stored.')).toBeVisible();
  await choose(page, [textFile('a.txt', 'second')]);
  await button(page, 'Keep both of a.txt').click();
  await expect(status(page, 'All uploads are stored.')).toBeVisible();
  expect(await stored(bucket)).toEqual(['a (2).txt', 'a.txt']);
  await choose(page, [textFile('a.txt', 'third one')]);
  await button(page, 'Replace a.txt').click();
  await expect(page.getByRole('row', { name: /Select a\.txt/ })).toContainText('9 bytes');
  expect(await stored(bucket)).toEqual(['a (2).txt', 'a.txt']);
});

test('an upload is refused by the rules of the bucket, and one is stopped', async ({
  page,
  expectMessage,
}, info) => {
  expectMessage(/status of 413/);
  const bucket = 'small';
  await openFiles(page);
  await createBucket(page, bucket);
  await button(page, 'Bucket settings …').click();
  await page.getByRole('textbox', { name: /Largest file/ }).fill('0.001');
  await checkLook(page);
  await takeScreenshots(page, info, 'files-settings');
  await button(page, 'Save').click();
  await expect(notice(page, 'The bucket “small” is changed.')).toBeVisible();
  await choose(page, [textFile('large.txt', 'x'.repeat(2000))]);
  await expect(page.getByRole('alert').filter({ hasText: 'files of up to 1 kB' })).toBeVisible();
  await takeScreenshots(page, info, 'files-refused');
  await button(page, 'Undo').click();
  await expect(notice(page, 'The bucket “small” is as it was before.')).toBeVisible();
  const sending = await holdRequests(page, /\/object\/upload\/sign\//, {
    method: 'PUT',
    // The first is over by then.
    onRelease: (route, number) => (number === 0 ? route.abort().catch(() => {}) : route.continue()),
  });
  await button(page, 'Try large.txt again').click();
  await expect(page.getByRole('progressbar', { name: 'Upload of large.txt' })).toBeVisible();
  await expect.poll(() => sending.requests.length).toBe(1);
  const ended = page.waitForEvent('requestfailed', (request) => request === sending.requests[0]);
  await button(page, 'Stop large.txt').click();
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  await ended;
  sending.release();
  expect(await stored(bucket)).toEqual([]);
  await button(page, 'Try large.txt again').click();
  await expect(status(page, 'All uploads are stored.')).toBeVisible();
  expect(await stored(bucket)).toEqual(['large.txt']);
});

test('folders and files are moved, undone and deleted by keyboard', async ({ page }, info) => {
  const bucket = 'moving';
  await openFiles(page);
  await createBucket(page, bucket);
  await button(page, 'New folder …').click();
  await page.getByRole('textbox', { name: 'Name of the folder' }).fill('2026');
  await page.keyboard.press('Enter');
  await expect(status(page, 'No files here yet.')).toBeVisible();
  await choose(page, [textFile('a.txt'), textFile('b.txt'), textFile('c.txt')]);
  await expect(status(page, 'All uploads are stored.')).toBeVisible();
  expect(await stored(bucket)).toEqual(['2026/a.txt', '2026/b.txt', '2026/c.txt']);
  // Select the first two without a pointer.
  await link(page, 'a.txt').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(link(page, 'b.txt')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(status(page, '2 selected')).toBeVisible();
  await checkLook(page);
  await takeScreenshots(page, info, 'files-selected');
  await button(page, 'Move …').press('Enter');
  await page.getByRole('textbox', { name: 'Folder for 2 entries' }).fill('old/things');
  await page.keyboard.press('Enter');
  await expect(notice(page, '2 entries are moved.')).toBeVisible();
  expect(await stored(bucket)).toEqual(['2026/c.txt', 'old/things/a.txt', 'old/things/b.txt']);
  await button(page, 'Undo').click();
  await expect(link(page, 'a.txt')).toBeVisible();
  expect(await stored(bucket)).toEqual(['2026/a.txt', '2026/b.txt', '2026/c.txt']);
  await link(page, 'moving').click();
  await page.getByRole('searchbox', { name: 'Find files' }).fill('B.TX');
  await expect(status(page, '1 file found')).toBeVisible();
  await expect(page).toHaveURL(/q=B\.TX/);
  await page.getByRole('searchbox', { name: 'Find files' }).fill('');
  await page.getByRole('checkbox', { name: 'Select 2026' }).check();
  await button(page, 'Delete …').click();
  await expect(page.getByText('the folder “2026” with all that is in it')).toBeVisible();
  await takeScreenshots(page, info, 'files-delete');
  await button(page, 'Delete').click();
  await expect(notice(page, '3 files deleted.')).toBeVisible();
  await expect(status(page, 'The bucket is empty.')).toBeVisible();
  await button(page, 'Bucket settings …').click();
  await button(page, 'Delete the bucket').click();
  await expect(notice(page, 'The bucket “moving” is deleted.')).toBeVisible();
  expect(await site.database.sql`select from storage.buckets where id = ${bucket}`).toHaveLength(0);
});

test('a folder with many files is read page by page, and files are dropped on it', async ({ page }) => {
  const bucket = 'many';
  await openFiles(page);
  await createBucket(page, bucket);
  await site.database.sql`
    insert into storage.objects (bucket_id, name, metadata, version)
    select ${bucket}, 'f' || lpad(n::text, 6, '0') || '.bin', '{"size": 1000, "mimetype": "application/pdf"}', gen_random_uuid()::text
    from generate_series(1, 250) n`;
  await page.reload();
  const rows = page.getByRole('rowheader');
  await expect(rows).toHaveCount(100);
  await button(page, 'Show more').click();
  await expect(rows).toHaveCount(200);
  await button(page, 'Show more').click();
  await expect(rows).toHaveCount(250);
  await expect(button(page, 'Show more')).toBeHidden();
  // A file of a later page has its own address.
  await page.goto(`${site.url}/admin/files?bucket=many&file=f000222.bin`);
  await expect(page.getByRole('heading', { name: 'f000222.bin' })).toBeVisible();
  await expect(page.getByText('No preview of this type.')).toBeVisible();
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['dropped'], 'a dropped one.txt', { type: 'text/plain' }));
    return transfer;
  });
  for (const type of ['dragover', 'drop'])
    await page.dispatchEvent('.files-drop', type, { dataTransfer: data });
  await expect(status(page, 'All uploads are stored.')).toBeVisible();
  await expect(link(page, 'a dropped one.txt')).toBeVisible();
});
