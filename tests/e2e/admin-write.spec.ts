/** Writing in the browser: the list of pages, the editor, and what reaches the files. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test } from '../harness/browser-test.ts';
import { holdResponses } from '../harness/hold-responses.ts';
import { runAxeInBothThemes } from '../harness/run-axe.ts';
import { signInByApi } from '../harness/sign-in-by-api.ts';
import { openStatsSite, type StatsSite } from '../harness/stats-site.ts';
import { takeScreenshots } from '../harness/take-screenshots.ts';

test.describe.configure({ mode: 'default' });

const article = `---
title: Roses in winter
# Seen in lists.
description: How they survive.
tags: [garden, winter]
---

The **first** paragraph, with a [link](/posts/keys).

## Pruning

${'Cut them back in March, above an outward bud. '.repeat(12)}

## Mulch

- leaves
- compost
`;

/** Each is a file of its own, so that tests do not depend on each other. */
const files: Record<string, string> = {
  'index.md': '# Home\n',
  'posts/guide/index.md': '# Guide\n',
  'posts/roses.md': article,
  'posts/settings.md': article,
  'posts/merged.md': '---\ntitle: Merged\n---\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n',
  'posts/picture.md': '---\ntitle: Picture\n---\n\nWords.\n',
  'posts/attack.md': '---\ntitle: Attack\n---\n\nWords.\n',
  'posts/keys.md': '---\ntitle: Keys\n---\n\nWords.\n',
  'posts/phone.md': '---\ntitle: Phone\n---\n\nWords.\n',
  'posts/trash.md': '---\ntitle: Trash\n---\n\nWords.\n',
  'posts/lost.md': '---\ntitle: Lost session\n---\n\nWords.\n',
  'posts/windows.md': '\uFEFF---\r\ntitle: Windows\r\n---\r\n\r\nSpaces at the end.  \r\nNo line end',
  'posts/mixed.md': '---\ntitle: Mixed\n---\n\r\nOne.\r\nTwo.\rStill two.\n\tThree.  ',
  'posts/faulty.md': '---\ntitle: Faulty\ndate: soon\n---\n\nWords.\n',
  'posts/later.md': '---\ntitle: Later\npublishAt: 2126-11-15 08:00\n---\n\nWords.\n',
  'posts/dropped.md': '---\ntitle: Dropped\n---\n\nFirst.\n\nLast.\n',
  'posts/fields.md': '---\n# Kept.\ntitle: Fields\ntags: [one]\n---\n\nWords.\n',
  'posts/at-once.md': '---\ntitle: At once\ntags: [one]\n---\n\nWords.\n',
  'posts/long.md': `# Long\n\n${Array.from({ length: 30 }, (_, at) => `## Part ${at + 1}\n\n${'Words. '.repeat(60)}\n`).join('\n')}`,
  'redirects.yml': '# Kept.\n/old-roses: /posts/roses\n',
  'posts/.navigation.yml': 'title: Articles\n',
};

let site: StatsSite;
let close: () => Promise<void>;
let folder: string;

test.beforeAll(async ({ hosted }) => {
  folder = await mkdtemp(path.join(tmpdir(), 'porchlight-write-'));
  await mkdir(path.join(folder, 'posts/guide'), { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
  ({ site, close } = await openStatsSite(hosted, { CONTENT_DIR: folder }));
});
test.afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});

const read = (file: string) => readFile(path.join(folder, file), 'utf8');
const text = (page: Page) => page.getByRole('textbox', { name: /^Text of / });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });

async function openWrite(page: Page, query = ''): Promise<void> {
  await signInByApi(page, site, site.owner);
  await page.goto(`${site.url}/admin/write${query}`);
}

async function openEditor(page: Page, file: string): Promise<void> {
  await openWrite(page, `?file=${file}`);
  await expect(text(page)).toBeVisible();
}

/** At the end of the text. */
async function type(page: Page, words: string): Promise<void> {
  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(words);
}

async function expectNoFaults(page: Page): Promise<void> {
  expect(await runAxeInBothThemes(page)).toEqual([]);
}

test('the list shows what is unfinished, and is filtered and searched', async ({ page }, info) => {
  const scripts: string[] = [];
  page.on('response', (response) => scripts.push(response.url()));
  await openWrite(page);
  const rows = page.locator('.write-rows').first().getByRole('listitem');
  await expect(rows.first()).toContainText('Later');
  await expect(rows.first()).toContainText('Scheduled for Nov 15, 2126');
  await expect(page.getByRole('link', { name: 'posts/.navigation.yml' })).toBeVisible();
  await expectNoFaults(page);
  await takeScreenshots(page, info, 'list');
  expect(scripts.filter((url) => url.includes('create-editor'))).toEqual([]);

  await page.getByRole('link', { name: 'With faults 1' }).click();
  await expect(page).toHaveURL(/\?show=faults$/);
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('1 fault');
  await page.getByRole('link', { name: /^All / }).click();
  await page.getByLabel('Find a page').fill('winter roses');
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/\?q=winter\+roses$/);
  await page.getByRole('link', { name: /^Drafts / }).click();
  await expect(page.getByText('Nothing matches “winter roses”.')).toBeVisible();
});

test('a page is written, continued after a reload, and published', async ({ page }, info) => {
  await openWrite(page);
  await page.getByRole('button', { name: 'New page' }).click();
  await page.getByLabel('Title').fill('Tulips: a “test”');
  await expect(page.getByText('The file is posts/tulips-a-test.md')).toBeVisible();
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(text(page)).toBeVisible();
  await type(page, 'They are **red**.');
  await expect(preview(page).locator('strong')).toHaveText('red');
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
  expect(await read('posts/tulips-a-test.md')).not.toContain('red');

  await page.reload();
  await expect(page.getByText('You have an unsaved draft of')).toBeVisible();
  await expect(text(page)).toContainText('They are **red**.');
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(text(page)).not.toContainText('red');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(text(page)).toContainText('red');
  await takeScreenshots(page, info, 'draft');

  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('link', { name: '/posts/tulips-a-test', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tulips: a “test”', level: 1 })).toBeVisible();
  await expect(page.getByText('They are red.')).toBeVisible();
  expect(await read('posts/tulips-a-test.md')).not.toContain('draft');
});

test('a field of the form changes one line of the file', async ({ page }, info) => {
  await openEditor(page, 'posts/settings.md');
  await page.getByRole('button', { name: 'Page settings' }).click();
  const title = page.getByRole('region', { name: 'Page settings' }).getByLabel('Title').first();
  await expect(title).toHaveValue('Roses in winter');
  await expectNoFaults(page);
  await takeScreenshots(page, info, 'settings');
  await title.fill('Roses in spring');
  await title.press('Enter');
  await expect(text(page)).toContainText('title: Roses in spring');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Live at')).toBeVisible();
  expect(await read('posts/settings.md')).toBe(article.replace('Roses in winter', 'Roses in spring'));
});

test('two browsers on one file: what both wrote is merged, and nothing is lost', async ({
  page,
  openWatched,
  expectMessage,
}, info) => {
  expectMessage(/status of 412/);
  const other = await (await openWatched()).newPage();
  const replaceWord = async (where: Page, from: string, to: string) => {
    await text(where)
      .locator('.cm-line')
      .filter({ hasText: new RegExp(`^${from}$`) })
      .click();
    await where.keyboard.press('Home');
    await where.keyboard.press('Shift+End');
    await where.keyboard.type(to);
  };
  const save = (where: Page) => where.getByRole('button', { name: 'Save', exact: true }).click();
  await openEditor(page, 'posts/merged.md');
  await openEditor(other, 'posts/merged.md');
  await replaceWord(other, 'One.', 'First.');
  await save(other);
  await expect(other.getByText('Live at')).toBeVisible();
  await replaceWord(page, 'Four.', 'Fourth.');
  await save(page);
  await expect(page.getByText('both changes are in the text')).toBeVisible();
  await expect(text(page)).toContainText('First.');
  await save(page);
  await expect(page.getByText('Live at')).toBeVisible();
  expect(await read('posts/merged.md')).toBe(
    '---\ntitle: Merged\n---\n\nFirst.\n\nTwo.\n\nThree.\n\nFourth.\n',
  );

  // The same line: the owner chooses.
  await replaceWord(other, 'Two.', 'Theirs.');
  await save(other);
  await expect(other.getByText('both changes are in the text')).toBeVisible();
  await save(other);
  await expect(other.getByText('Live at')).toBeVisible();
  await replaceWord(page, 'Two.', 'Mine.');
  await save(page);
  await expect(page.getByRole('heading', { name: 'This file was changed meanwhile' })).toBeFocused();
  await expectNoFaults(page);
  await takeScreenshots(page, info, 'merge');
  const place = page.getByRole('group', { name: 'Place 1' });
  await expect(place).toContainText('Theirs.');
  await place.getByRole('button', { name: 'Both' }).click();
  await page.getByRole('button', { name: 'Put the result into the text' }).click();
  await save(page);
  await expect(page.getByText('Live at')).toBeVisible();
  expect(await read('posts/merged.md')).toContain('\nMine.\nTheirs.\n');

  // Each version is kept.
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'History …' }).click();
  const history = page.getByRole('region', { name: 'History' });
  await history.locator('.write-versions button').nth(1).click();
  await expect(history.getByRole('region', { name: 'Differences from your text' })).toContainText('− Mine.');
  await expectNoFaults(page);
  await takeScreenshots(page, info, 'history');
  await history.getByRole('button', { name: 'Put this version into the editor' }).click();
  await expect(text(page)).not.toContainText('Mine.');
});

test('a pasted picture is stored beside the page, with the words for it', async ({ page }, info) => {
  await openEditor(page, 'posts/picture.md');
  const picture = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c60' } })
    .png()
    .toBuffer();
  await text(page).click();
  await page.keyboard.press('Control+End');
  await text(page).evaluate((element, base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], 'lamp.png', { type: 'image/png' }));
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, picture.toString('base64'));
  const form = page.getByRole('form', { name: 'Insert a picture' });
  await expect(form.getByLabel('What does the picture show?')).toBeFocused();
  await form.getByRole('button', { name: 'Insert' }).click();
  await expect(form.getByText('Please describe it')).toBeVisible();
  await takeScreenshots(page, info, 'picture');
  await page.keyboard.type('An orange lamp');
  await page.keyboard.press('Enter');
  await expect(text(page)).toContainText(/!\[An orange lamp\]\(.+\)/);
  await expect(preview(page).getByRole('img', { name: 'An orange lamp' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Live at')).toBeVisible();
  expect(await read('posts/picture.md')).toMatch(/!\[An orange lamp\]\(\S+\)$/);
});

test('pictures that are dropped on the text are described one after the other, where they were dropped', async ({
  page,
}, info) => {
  await openEditor(page, 'posts/dropped.md');
  const colors = ['#c60', '#06c'];
  const pictures = await Promise.all(
    colors.map(async (background) =>
      (
        await sharp({ create: { width: 30, height: 20, channels: 3, background } })
          .png()
          .toBuffer()
      ).toString('base64'),
    ),
  );
  const line = text(page)
    .locator('.cm-line')
    .filter({ hasText: /^First\.$/ });
  const drop = (bases: string[], names: string[], type: string) =>
    line.evaluate(
      (element, given) => {
        const data = new DataTransfer();
        for (const [at, base64] of given.bases.entries()) {
          const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
          data.items.add(new File([bytes], given.names[at] ?? '', { type: given.type }));
        }
        const { left, top, height } = element.getBoundingClientRect();
        const place = { clientX: left + 1, clientY: top + height / 2 };
        const options = { ...place, dataTransfer: data, bubbles: true, cancelable: true };
        return !element.dispatchEvent(new DragEvent('drop', options));
      },
      { bases, names, type },
    );
  await drop(pictures, ['lamp.png', 'sea.png'], 'image/png');
  const form = page.getByRole('form', { name: 'Insert a picture' });
  const question = form.getByLabel('What does the picture show?');
  await expect(question).toBeFocused();
  await expect(form.getByText('lamp.png (1 of 2).')).toBeVisible();
  await expectNoFaults(page);
  await takeScreenshots(page, info, 'dropped');
  await page.keyboard.type('A lamp');
  await page.keyboard.press('Enter');
  await expect(form.getByText('sea.png (2 of 2).')).toBeVisible();
  await question.fill('The sea');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(preview(page).getByRole('img', { name: 'The sea' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Live at')).toBeVisible();
  expect(await read('posts/dropped.md')).toMatch(
    /\n\n!\[A lamp\]\(\S+\)\n!\[The sea\]\(\S+\)First\.\n\nLast\.\n$/,
  );
});

test('the form of the page settings writes lists, switches, days and groups, each into its own line', async ({
  page,
}, info) => {
  await openEditor(page, 'posts/fields.md');
  await page.getByRole('button', { name: 'Page settings' }).click();
  const form = page.getByRole('region', { name: 'Page settings' });
  const expectText = (...lines: string[]) =>
    expect(text(page)).toContainText(new RegExp(lines.join('.*'), 's'));
  await form.getByLabel('Tags').fill('one, two words');
  await form.getByLabel('Tags').press('Enter');
  await expectText('two words');
  // The box shows what the text says.
  await form.getByRole('checkbox', { name: /^Unlisted/ }).click();
  await expectText('unlisted: true');
  await form.getByLabel('Date', { exact: true }).fill('2026-11-18');
  await form.getByLabel('Date', { exact: true }).press('Enter');
  await expectText('date: 2026-11-18');
  await form.getByText('More settings').click();
  await form.getByRole('group', { name: 'In navigation' }).getByLabel('Short title').fill('Short');
  await page.keyboard.press('Enter');
  await expectText('Short');
  await expectNoFaults(page);
  await takeScreenshots(page, info, 'fields');
  await expect(form.getByRole('checkbox', { name: /^Unlisted/ })).toBeChecked();
  await form.getByRole('checkbox', { name: /^Unlisted/ }).click();
  await expect(text(page)).not.toContainText('unlisted');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Live at')).toBeVisible();
  expect(await read('posts/fields.md')).toBe(
    '---\n# Kept.\ntitle: Fields\ndate: 2026-11-18\ntags: [one, two words]\nnavigation: { title: Short }\n---\n\nWords.\n',
  );
});

test('settings that are changed at once, and what is typed meanwhile, are all kept', async ({ page }) => {
  await openEditor(page, 'posts/at-once.md');
  await page.getByRole('button', { name: 'Page settings' }).click();
  const form = page.getByRole('region', { name: 'Page settings' });
  const answers = await holdResponses(page, '**/content/fields');
  await form.getByLabel('Tags').fill('one, two');
  // Leaves the field, too: both changes ask with the same text.
  await form.getByRole('checkbox', { name: /^Unlisted/ }).click();
  await answers.done;
  await type(page, 'Typed. ');
  await answers.release();
  await expect(form.getByRole('checkbox', { name: /^Unlisted/ })).toBeChecked();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Live at')).toBeVisible();
  const saved = await read('posts/at-once.md');
  for (const text of ['tags: [one, two]', 'unlisted: true', 'Typed. ']) expect(saved).toContain(text);
});

test('redirects.yml is edited as text: what is saved leads there, and a fault names its line', async ({
  page,
}, info) => {
  await openEditor(page, 'redirects.yml');
  await expect(page.getByRole('button', { name: 'Preview' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Page settings' })).toBeHidden();
  // A slash is a letter here, and does not open the search.
  await type(page, '/older-roses: /posts/roses\n');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. The site follows it now.')).toBeVisible();
  expect(await read('redirects.yml')).toBe(`${files['redirects.yml']}/older-roses: /posts/roses\n`);
  const follow = async () => (await page.request.get(`${site.url}/older-roses`)).url();
  await expect.poll(follow).toBe(`${site.url}/posts/roses`);
  await type(page, 'nowhere: [\n');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('button', { name: /^Line \d/ }).first()).toBeVisible();
  await expectNoFaults(page);
  await takeScreenshots(page, info, 'redirects');
});

test('the preview scrolls along with the text', async ({ page }) => {
  await openEditor(page, 'posts/long.md');
  await expect(preview(page).getByRole('heading', { name: 'Part 30' })).toBeAttached();
  const scroller = page.locator('.cm-scroller');
  const heading = (part: number) => preview(page).locator(`#part-${part}`);
  const scrollTo = (share: number) =>
    scroller.evaluate((element, part) => {
      element.scrollTop = (element.scrollHeight - element.clientHeight) * part;
    }, share);
  await expect(heading(1)).toBeInViewport();
  await scrollTo(1);
  await expect(heading(30)).toBeInViewport();
  await expect(heading(1)).not.toBeInViewport();
  await scrollTo(0.5);
  // The first heading on screen in the text is on screen in the preview.
  const shown = async () => {
    const frame = await scroller.boundingBox();
    for (const line of await text(page).locator('.cm-line').filter({ hasText: /^## / }).all()) {
      const box = await line.boundingBox();
      if (frame && box && box.y >= frame.y) return Number((await line.textContent())?.split(' ').at(-1));
    }
    return 0;
  };
  await expect.poll(shown).toBeGreaterThan(10);
  await expect(heading(await shown())).toBeInViewport();
  await scrollTo(0);
  await expect(heading(1)).toBeInViewport();
});

test('line ends, marks and spaces of a file stay as they are', async ({ page }) => {
  for (const file of ['posts/windows.md', 'posts/mixed.md']) {
    await openEditor(page, file);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Live at')).toBeVisible();
    expect(await read(file), file).toBe(files[file]);
    await type(page, '!');
    await page.keyboard.press('Control+s');
    await expect.poll(() => read(file)).toBe(`${files[file]}!`);
  }
  // A new line is as the others of the file.
  await openEditor(page, 'posts/windows.md');
  await type(page, '\nNew');
  await page.keyboard.press('Control+s');
  await expect.poll(() => read('posts/windows.md')).toBe(`${files['posts/windows.md']}!\r\nNew`);
});

test('a script in the text is text in the preview', async ({ page }) => {
  await openEditor(page, 'posts/attack.md');
  await text(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(
    '\n<img src=x onerror="globalThis.attacked=1">\n\n<script>globalThis.attacked=2</script>\n\n' +
      '[a](javascript:globalThis.attacked=3) <svg onload="globalThis.attacked=4">\n\n**done**',
  );
  await expect(preview(page).locator('strong')).toHaveText('done');
  for (const link of await preview(page).getByRole('link').all()) await link.click();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'attacked'))).toBeUndefined();
  await expect(preview(page).locator('script, [onerror], [onload], a[href^="javascript:"]')).toHaveCount(0);
});

test('everything is done by keyboard', async ({ page }) => {
  await openEditor(page, 'posts/keys.md');
  await text(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('- one\ntwo');
  await page.keyboard.press('Tab');
  await expect(text(page)).toContainText('  - two');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('bold');
  await page.keyboard.press('End');
  await page.keyboard.type(' see [[Roses in w');
  await expect(page.getByRole('option', { name: /Roses in winter/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(text(page)).toContainText('**bold** see [Roses in winter](/posts/roses)');
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(text(page)).toBeFocused();
  // Outside of a list, Tab leaves the text.
  await page.keyboard.press('Tab');
  await expect(text(page)).not.toBeFocused();
  await text(page).focus();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Live at')).toBeVisible();
  expect(await read('posts/keys.md')).toBe(
    `${files['posts/keys.md']}- one\n  - two\n**bold** see [Roses in winter](/posts/roses)`,
  );
});

test('faults are listed with their line; a page is scheduled, renamed, deleted and brought back', async ({
  page,
}, info) => {
  await openEditor(page, 'posts/faulty.md');
  await expect(page.getByRole('button', { name: 'Line 3' })).toBeVisible();
  await expect(page.getByText('must be a day like')).toBeVisible();
  await expectNoFaults(page);
  await takeScreenshots(page, info, 'editor');

  await openEditor(page, 'posts/trash.md');
  const more = async (action: string) => {
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: action }).click();
  };
  await more('Schedule …');
  await page.getByLabel('The page appears at').fill('2126-01-02T03:04');
  await page.getByRole('button', { name: 'Save and schedule' }).click();
  await expect(page.getByText('Saved. It appears on')).toBeVisible();
  expect(await read('posts/trash.md')).toMatch(/^publishAt: .*2126-01-02 03:04/m);
  await more('Rename or move …');
  await page.getByLabel('File').fill('posts/renamed.md');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(page).toHaveURL(/file=posts%2Frenamed\.md$/);
  await expect.poll(() => read('posts/renamed.md')).toContain('/posts/trash');
  await expect(text(page)).toContainText('redirectFrom');
  await more('Delete');
  await expect(page.getByText('“Trash” is in the trash.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New page' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(text(page)).toContainText('Words.');
  expect(await read('posts/renamed.md')).toContain('title: Trash');
});

test('what cannot be sent is kept in the browser until it can', async ({ page, expectMessage }) => {
  expectMessage(/status of 401/);
  await openEditor(page, 'posts/lost.md');
  const refused = { status: 401, json: { code: 'signed-out', message: 'Please sign in.' } };
  await page.route(/\/admin\/v1\/content\/draft/, (route) => route.fulfill(refused));
  await type(page, 'Not lost.');
  await expect(page.getByText('Not saved: Please sign in. This browser keeps your text.')).toBeVisible();
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(text(page)).toContainText('Not lost.');
  await page.unroute(/\/admin\/v1\/content\/draft/);
  await expect(page.getByText(/^Draft saved/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('admin-draft:posts/lost.md'))).toBeNull();
});

test('a page is written on a phone', { tag: '@phone' }, async ({ page, isMobile }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openEditor(page, 'posts/phone.md');
  const words = isMobile ? 'On a phone.' : 'On a narrow screen.';
  await type(page, words);
  await expect(preview(page)).toBeHidden();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(preview(page)).toContainText(words);
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Live at')).toBeVisible();
  expect(await read('posts/phone.md')).toContain(words);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
