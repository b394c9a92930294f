import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Rooms whose tests leave nothing behind: they are pure, or each file has a database and a backend of its own. They share a worker, which
 * saves its start and the loading of the same modules for each file. A test that changes a global for longer than itself belongs
 * elsewhere.
 */
const pure = ['markdown', 'names', 'running', 'app'];
const withDatabase = ['backend/{auth,rest,storage}', 'page-views', 'tests/running', 'tests/site-schema'];
const sharing = [...pure, ...withDatabase].map((room) => `${room}/**/*.test.{ts,tsx}`);

/** What starts servers takes longest. It comes first, so that at the end no worker waits for another. */
const slow =
  /\/(database\/(durability|embedded|backup)\/|database\/(outage|open-database)\.|server\/main|tests\/outages\/|tests\/harness\/start-site\.|tests\/compat\/table\.|backend\/auth\/enumeration\.)/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

// Unit tests stand beside their file; what crosses rooms is in tests/. Browser tests are Playwright's (tests/e2e).
const exclude = ['node_modules', 'dist', 'tests/e2e', 'bench/.peers', 'bench/.work'];

const shared = {
  globalSetup: 'database/testing/shared-server.ts',
  // Far more than a test takes: they end what hangs and measure nothing. A busy machine takes ten times as long.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 40_000 } },
};

export default defineConfig({
  test: {
    // Vitest would leave one of two cores to itself; a test waits for Postgres most of its time.
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'alone',
          include: ['**/*.test.ts', '**/*.test.tsx'],
          exclude: [...exclude, ...sharing],
          ...shared,
        },
      },
      { test: { name: 'together', include: sharing, exclude, isolate: false, ...shared } },
    ],
  },
});
