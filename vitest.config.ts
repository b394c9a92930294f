import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests of whole processes: they start servers, end them, and look at what is left. They have a worker each, and run first, because they are
 * the slowest. All others share workers, which saves a start and the loading of modules per file: such a test restores what it changes in its
 * process.
 */
const ofProcesses = [
  'database/{embedded,backup}/**',
  'database/{outage,open-database}.test.ts',
  'server/main*.test.ts',
  'backend/serve-alone.test.ts',
  'tests/{deploy,durability,functions,outages,harness,package}/**',
].map((path) => (path.endsWith('.ts') ? path : `${path}/*.test.ts`));

/** Of those that share workers, the slowest. */
const slow =
  /\/(tests\/(compat\/table|leaks\/|login-roles|poolers\/)|backend\/(auth\/enumeration|schedules\/|functions\/limits))/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId, project }: TestSpecification) =>
      project.name === 'alone' || slow.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

// Unit tests are beside their file; tests across modules are in tests/. Browser tests use Playwright (tests/e2e).
const exclude = ['node_modules', 'dist', 'tests/e2e', 'bench/.peers', 'bench/.work'];

const shared = {
  globalSetup: 'tests/harness/database/shared-server.ts',
  // Far more than a test needs: these limits end hanging tests. A busy machine takes ten times as long.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 40_000 } },
  // Stylesheets that a component names by their address.
  css: { include: /\.css\?url$/ },
};

export default defineConfig({
  test: {
    // More than a build machine has cores: a test mostly waits for Postgres. With two workers a third of the time is idle.
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    projects: [
      { test: { name: 'alone', include: ofProcesses, exclude, ...shared } },
      {
        test: {
          name: 'together',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...ofProcesses],
          isolate: false,
          ...shared,
        },
      },
    ],
  },
});
