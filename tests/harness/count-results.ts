import { z } from 'zod';

export interface Counts {
  passed: number;
  failed: number;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** Everything that did not pass counts as failed: a skipped test, and a file that could not be loaded. */
export function countVitest(report: unknown, exitCode: number): Counts {
  const { numPassedTests, numTotalTests, testResults } = vitestReport.parse(report);
  const unloaded = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return withRunnerFailure(
    { passed: numPassedTests, failed: numTotalTests - numPassedTests + unloaded.length },
    exitCode,
  );
}

/** Everything that did not pass at the first attempt counts as failed: a flaky test, and one that was skipped or never reached. */
export function countPlaywright(report: unknown, exitCode: number): Counts {
  const { expected, unexpected, flaky, skipped } = playwrightReport.parse(report).stats;
  return withRunnerFailure({ passed: expected, failed: unexpected + flaky + skipped }, exitCode);
}

/** A runner that failed by itself, or that ran no tests, is one failure. */
function withRunnerFailure({ passed, failed }: Counts, exitCode: number): Counts {
  const failedUnseen = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: failedUnseen ? 1 : failed };
}
