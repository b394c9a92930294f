import type { HeapProfiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';

const statements = 40;
const textLength = 40_000;

describeOnEveryServer('the values of a statement', (server) => {
  it('are released with the result, without waiting for a full garbage collection', async () => {
    const { sql } = server().database;
    const session = new Session();
    session.connect();
    await session.post('HeapProfiler.enable');
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: 4096,
      // Objects that minor collections freed are not in the profile; the remaining ones survived them.
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: false,
    });
    for (let number = 0; number < statements; number++) {
      await sql`select length(${makeText()}::text) as length`;
      makeGarbage();
    }
    const { profile } = await session.post('HeapProfiler.stopSampling');
    session.disconnect();
    // A few are in use at the moment of a collection.
    expect(sizeOfTexts(profile.head)).toBeLessThan((statements * textLength) / 2);
  });
});

/** Always different, and not retained by its caller. */
function makeText(): string {
  return JSON.stringify(Array.from({ length: textLength / 20 }, () => Math.random()));
}

function sizeOfTexts({ callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number {
  const own = callFrame.functionName === makeText.name ? selfSize : 0;
  return children.reduce((sum, child) => sum + sizeOfTexts(child), own);
}

/** More than the young generation can hold, so that it is collected. */
function makeGarbage(): void {
  for (let number = 0; number < 40_000; number++) new Array(100).fill(number);
}
