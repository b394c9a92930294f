/** The browser tests. `npm test` runs them with everything else; `npx playwright test tests/e2e/theme.spec.ts` runs one file. */
import { defineConfig } from '@playwright/test';
import { browserArguments, findLightBrowser } from './tests/harness/find-browser.ts';

/** Tests without a browser run once, not once per screen size. */
const plainHttp = '*.http.spec.ts';

/** Tests that depend on the backend run again with the backend as a separate process, like a hosted project. */
const withHostedBackend = /@hosted/;
/** Tests of layout and touch run again on a phone. The others do not depend on the width, or set their own. */
const onPhoneToo = /@phone/;

export default defineConfig<{ prefetch: boolean }, { hosted: boolean }>({
  testDir: 'tests/e2e',
  globalSetup: './tests/harness/browser-setup.ts',
  outputDir: 'test-results',
  // As many as a build machine has cores: a third worker was measured and makes every test slower.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Far more than a test needs, including set-up: these limits end hanging tests. A busy machine takes ten times as long.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: findLightBrowser(), args: browserArguments() },
    // Many specs answer requests themselves, which Playwright cannot do once a service worker has taken them. offline.spec.ts allows it.
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'UTC',
    trace: 'off',
    video: 'off',
    screenshot: 'off',
  },
  // What costs most is a page that fetches all the others ahead: that is left to the phone and to the tests of it.
  // The slowest to start with a long sequence of tests comes first, so that no worker is idle at the end.
  projects: [
    {
      name: 'hosted',
      grep: withHostedBackend,
      use: { viewport: { width: 1280, height: 800 }, hosted: true, prefetch: false },
    },
    {
      name: 'desktop',
      testIgnore: plainHttp,
      // The other projects, and tests of what is painted, have transitions. Without them a test takes a fifth less.
      use: {
        viewport: { width: 1280, height: 800 },
        contextOptions: { reducedMotion: 'reduce' },
        prefetch: false,
      },
    },
    {
      name: 'phone',
      grep: onPhoneToo,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    { name: 'http', testMatch: plainHttp },
  ],
});
