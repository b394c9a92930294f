/** The pages that a browser keeps for reading without a connection. */
import type { Page } from '@playwright/test';
import { expect } from './browser-test.ts';
import { openWithReact } from './react-page.ts';

/** The addresses of everything that is kept, without the origin. */
export async function listKept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => url.slice(location.origin.length));
  });
}

/** Opens a page with the intent that loads React, and waits until it is kept with what it needs. */
export async function readPage(page: Page, path: string, origin = ''): Promise<void> {
  await openWithReact(page, origin + path);
  await waitUntilKept(page, path);
  // The last request of a page. When the connection ends while it is under way, the browser logs an error.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/builds/meta/')),
  );
}

export async function waitUntilKept(page: Page, path: string): Promise<void> {
  await expect.poll(() => listKept(page)).toEqual(expect.arrayContaining([path, '/offline']));
  const isPayload = (address: string) => address.startsWith(`${path === '/' ? '' : path}/_payload.json?`);
  // A page that was opened anew is kept twice: first its HTML, and with its payload when React has loaded.
  await expect.poll(async () => (await listKept(page)).filter(isPayload)).toHaveLength(1);
}
