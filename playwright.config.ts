/** The browser tests. `npm test` runs them with everything else; `npx playwright test tests/e2e/theme.spec.ts` runs one file. */
import { defineConfig } from '@playwright/test';
import { browserArguments, findBrowser } from './tests/harness/find-browser.ts';

// Kept in the environment so that the workers, which read this file again, do not search again.
process.env.CHROMIUM_PATH = findBrowser();

/** Tests that need no browser and therefore run once, not once a screen size. */
const plainHttp = '*.http.spec.ts';

/**
 * What talks to the backend runs once more with the backend as a process of its own, as a hosted project is. The others read
 * content, which has nothing to do with it.
 */
const withHostedBackend = [
  'sign-in/{account,email,provider-phone-passkey,second-factor,single-sign-on,unrequested-session}.spec.ts',
  'guard.spec.ts',
  'oauth-consent.spec.ts',
  'passkeys.spec.ts',
  'baby-names-lists.spec.ts',
  'page-views.spec.ts',
];
/** What people do with a thumb on a small screen runs once more on one; the others do not look at the width, or bring sizes of their own. */
const onPhoneToo = [
  'before-hydration.spec.ts',
  'sign-in/{account,email,new-password,provider-phone-passkey,second-factor}.spec.ts',
  'passkeys.spec.ts',
  'pages.spec.ts',
  'baby-names.spec.ts',
  'baby-names-lists.spec.ts',
  'running.spec.ts',
  'running-run.spec.ts',
];

export default defineConfig<object, { hosted: boolean }>({
  testDir: 'tests/e2e',
  globalSetup: './tests/harness/browser-setup.ts',
  outputDir: 'test-results',
  // As many as a build machine has cores: a third was measured, finds them busy, and makes every test slower.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Far more than a test takes, set-up included: they end what hangs and measure nothing. A busy machine takes ten times as long.
  timeout: 240_000,
  expect: { timeout: 40_000 },
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
  // First what takes longest to start and has a long row of tests that take turns: at the end no worker waits for another.
  projects: [
    {
      name: 'hosted',
      testMatch: withHostedBackend,
      use: { viewport: { width: 1280, height: 800 }, hosted: true },
    },
    { name: 'desktop', testIgnore: plainHttp, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'phone',
      testMatch: onPhoneToo,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'http', testMatch: plainHttp },
  ],
});
