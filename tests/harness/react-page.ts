import type { Page, Request } from '@playwright/test';

/** What tests of the router need: a page on which React runs, and its network requests. */

/** Opens a page and shows the intent that loads React. */
export async function openWithReact(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await loadReact(page);
}

export async function loadReact(page: Page): Promise<void> {
  await page.locator('header a').first().hover();
  await page.locator('html[data-react]').waitFor({ state: 'attached' });
}

/** Collects requests whose path matches, from now on. */
export function watchRequests(page: Page, pattern: RegExp): Request[] {
  const seen: Request[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pattern.test(pathname)) seen.push(request);
  });
  return seen;
}

/** A mark that is gone after a full page load. */
export async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.body.dataset.mark = 'same document';
  });
}

export async function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => document.body?.dataset.mark === 'same document');
}

/** Navigates by the router, as a link in the page does. */
export async function followLink(page: Page, href: string): Promise<void> {
  await page.evaluate((to) => {
    const link = document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`);
    if (!link) throw new Error(`There is no link to ${to} on this page.`);
    link.click();
  }, href);
}
