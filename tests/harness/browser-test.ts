/**
 * Playwright's `test` for this site. It opens pages of the shared site, and fails when the page logs an error, throws, or breaks
 * its Content-Security-Policy, unless the test has declared that it expects that message.
 */
import { type BrowserContext, test as base, expect } from '@playwright/test';
import { startSiteAndBackend } from './site-and-backend.ts';

interface Fixtures {
  /** Declares that a matching message will appear. It has to: an expected message that never comes fails the test too. */
  expectMessage(pattern: RegExp): void;
  /** Another browser, whose messages count like those of the first. */
  openWatched(): Promise<BrowserContext>;
  watchMessages: undefined;
  /** Links on screen are fetched ahead, as for visitors. Without it a navigation sends its own requests, and a page costs a quarter less. */
  prefetch: boolean;
}

interface WorkerFixtures {
  /** The site's backend is a process of its own, as a hosted project is. Set by playwright.config.ts. */
  hosted: boolean;
  sharedSite: string;
}

export const test = base.extend<Fixtures & { expected: RegExp[]; messages: string[] }, WorkerFixtures>({
  hosted: [false, { scope: 'worker', option: true }],
  sharedSite: [
    async ({ hosted }, use) => {
      const site = hosted ? await startSiteAndBackend({ hosted }) : undefined;
      await use(site?.url ?? requireSharedSite());
      await site?.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: async ({ sharedSite }, use) => {
    await use(sharedSite);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  expected: async ({}, use) => {
    await use([]);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  messages: async ({}, use) => {
    await use([]);
  },
  expectMessage: async ({ expected }, use) => {
    await use((pattern) => void expected.push(pattern));
  },
  openWatched: async ({ browser, baseURL, messages, prefetch }, use) => {
    await use(async () => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }) });
      if (!prefetch) await saveData(context);
      await collectMessages(context, messages);
      return context;
    });
  },
  prefetch: [true, { option: true }],
  context: async ({ context, prefetch }, use) => {
    if (!prefetch) await saveData(context);
    await use(context);
  },
  watchMessages: [
    async ({ context, messages, expected }, use) => {
      await collectMessages(context, messages);
      await use(undefined);
      const isExpected = (message: string) => expected.some((pattern) => pattern.test(message));
      expect(
        messages.filter((message) => !isExpected(message)),
        'no unexpected message in the browser',
      ).toEqual([]);
      const absent = () => expected.filter((pattern) => !messages.some((message) => pattern.test(message)));
      // The browser reports a failed request a moment later.
      await expect.poll(absent, { message: 'every expected message appeared' }).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** For tests that send plain HTTP requests to the shared site. */
export function requireSharedSite(): string {
  const url = process.env.SITE_UNDER_TEST;
  if (!url)
    throw new Error(
      'No site is running: tests/harness/browser-setup.ts starts it, through playwright.config.ts.',
    );
  return url;
}

/** As in a browser whose user asked for that. */
async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
}

/** Adds the errors of every page in the context, also of those that the test opens later. */
async function collectMessages(context: BrowserContext, messages: string[]): Promise<void> {
  context.on('console', (message) => {
    if (message.type() === 'error') messages.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => messages.push(`uncaught: ${error.error().message}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`Policy broken: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
}
