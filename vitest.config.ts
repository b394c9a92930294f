import { defineConfig } from 'vitest/config';

// Unit tests stand beside their file; what crosses rooms is in tests/. Browser tests are Playwright's (tests/e2e).
export default defineConfig({
  test: {
    include: ['**/*.test.ts', '**/*.test.tsx'],
    exclude: ['node_modules', 'dist', 'tests/e2e', 'bench/.peers', 'bench/.work'],
    globalSetup: 'database/testing/shared-server.ts',
    // Vitest would leave one of two cores to itself; a test waits for Postgres most of its time.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
