/** The text of an article in a browser: its HTML is not repaired, its code can be copied, its tabs work before and after hydration. */
import type { Page } from '@playwright/test';
import { expect, test } from '../harness/browser-test.ts';
import { followLink, loadReact } from '../harness/react-page.ts';
import { readSharedSite } from '../harness/response-kinds.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** Copies a block of code and compares what is in the clipboard. */
async function expectCopied(page: Page, index: number): Promise<void> {
  const block = page.locator('figure.code').nth(index);
  const code = await block.locator('code').textContent();
  await block.getByRole('button').click();
  await expect(block.getByRole('button')).toHaveText('Copied');
  await expect(block.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
  await expect(block.getByRole('button')).toHaveText('Copy');
}

test('code is copied by a click before hydration, after it, and after a route change', async ({ page }) => {
  await page.goto('/posts/guide/components');
  await expectCopied(page, 2);
  await expectCopied(page, 0);
  await followLink(page, '/posts/guide/markdown');
  await expect(page.locator('h1')).toHaveText('Markdown');
  await expectCopied(page, 1);
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('Components');
  await expectCopied(page, 1);
});

test(
  'a tab is chosen without React, and stays chosen when React comes',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/posts/guide/components');
    const tabs = page.getByRole('radiogroup', { name: 'Choices' }).first();
    const [first, second] = [tabs.getByRole('radio').first(), tabs.getByRole('radio').nth(1)];
    const panels = tabs.locator('> .tab-panel');
    await expect(first).toBeChecked();
    await expect(panels.first()).toBeVisible();
    await expect(panels.nth(1)).toBeHidden();
    await page.evaluate(() => document.querySelectorAll<HTMLElement>('.tabs > label')[1]?.click());
    await expect(panels.nth(1)).toBeVisible();
    await loadReact(page);
    await expect(second).toBeChecked();
    await expect(panels.first()).toBeHidden();
  },
);

test('the browser finds the elements that were written, and repairs none', async ({ page, request }) => {
  const pages = (await readSharedSite()).filter(({ html, status }) => html !== '' && status === 200);
  await page.goto('/about');
  let texts = 0;
  for (const { path } of pages) {
    const answer = await request.get(`${path === '/' ? '' : path}/_payload.json`);
    if (answer.status() !== 200) continue;
    const written = [...(await answer.text()).matchAll(/"body":\{"html":("(?:[^"\\]|\\.)*")/g)];
    for (const [, json = '""'] of written) {
      const html = JSON.parse(json) as string;
      texts += 1;
      // An XML parser repairs nothing.
      const [asHtml, asXml] = await page.evaluate((text) => {
        const list = (root: Document) =>
          [...root.querySelectorAll('#prose *')].map(
            (one) => `${one.parentElement?.localName} ${one.localName}`,
          );
        const source = `<html xmlns="http://www.w3.org/1999/xhtml"><body><div id="prose">${text}</div></body></html>`;
        const parser = new DOMParser();
        return [
          list(parser.parseFromString(source, 'text/html')),
          list(parser.parseFromString(source, 'application/xhtml+xml')),
        ];
      }, html);
      expect(asHtml, path).toEqual(asXml);
      expect(asXml, path).not.toContain('body parsererror');
    }
  }
  expect(texts).toBeGreaterThan(10);
});
