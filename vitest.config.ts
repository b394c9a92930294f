import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Modules whose tests have no side effects: they are pure, or each file has its own database and backend. They share a worker, which saves
 * its start and the loading of modules per file. A test that changes a global for longer than itself belongs elsewhere.
 */
const pure = ['markdown', 'names', 'running', 'app'];
const withDatabase = ['backend/{auth,rest,storage}', 'page-views', 'tests/running', 'tests/site-schema'];
const sharing = [...pure, ...withDatabase].map((module) => `${module}/**/*.test.{ts,tsx}`);

/** Tests that start servers are slowest. They run first, so that no worker is idle at the end. */
const slow =
  /\/(database\/(embedded|backup)\/|tests\/durability\/|database\/(outage|open-database)\.|server\/main|tests\/outages\/|tests\/harness\/start-site\.|tests\/compat\/table\.|backend\/auth\/enumeration\.)/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

// Unit tests are beside their file; tests across modules are in tests/. Browser tests use Playwright (tests/e2e).
const exclude = ['node_modules', 'dist', 'tests/e2e', 'bench/.peers', 'bench/.work'];

const shared = {
  globalSetup: 'tests/harness/database/shared-server.ts',
  // Far more than a test needs: these limits end hanging tests. A busy machine takes ten times as long.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 40_000 } },
};

export default defineConfig({
  test: {
    // More than a build machine has cores: a test mostly waits for Postgres. With two workers a third of the time is idle.
    maxWorkers: 4,
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
