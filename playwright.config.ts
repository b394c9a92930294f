/** The browser tests. `npm test` runs them with everything else; `npx playwright test tests/e2e/theme.spec.ts` runs one file. */
import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './tests/harness/find-browser.ts';

// Kept in the environment so that the workers, which read this file again, do not search again.
process.env.CHROMIUM_PATH = findBrowser();

/** Tests that need no browser and therefore run once, not once a screen size. */
const plainHttp = '*.http.spec.ts';

/**
 * What depends on the backend runs once more with the backend as a process of its own, as a hosted project is. The others read
 * content, which has nothing to do with it.
 */
const withHostedBackend = [
  'sign-in/*.spec.ts',
  'guard.spec.ts',
  'oauth-consent.spec.ts',
  'passkeys.spec.ts',
  'baby-names-lists.spec.ts',
  'baby-names-partner.spec.ts',
  'page-views.spec.ts',
];
/** Once is enough: they bring sizes or a build of their own. */
const onDesktopOnly = ['**/captcha.spec.ts', '**/pictures.spec.ts', '**/pkce.spec.ts'];
/** What does not look at the page's width, and takes its time. */
const notOnPhone = [...onDesktopOnly, '**/no-bounce.spec.ts', '**/redirects.spec.ts'];

export default defineConfig<object, { hosted: boolean }>({
  testDir: 'tests/e2e',
  globalSetup: './tests/harness/browser-setup.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Generous, because a busy build machine is slow; nothing here waits for time to pass.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: browserArguments() },
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'off',
    video: 'off',
    screenshot: 'off',
  },
  projects: [
    { name: 'http', testMatch: plainHttp },
    { name: 'desktop', testIgnore: plainHttp, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      testIgnore: [plainHttp, ...notOnPhone],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'hosted',
      testMatch: withHostedBackend,
      testIgnore: onDesktopOnly,
      use: { viewport: { width: 1280, height: 800 }, hosted: true },
    },
  ],
});
