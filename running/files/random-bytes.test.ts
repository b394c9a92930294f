import fc from 'fast-check';
import { gzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { importFiles } from '../import/import-files.ts';
import { RunFileError } from '../run-file-error.ts';
import { collect } from '../testing/collect.ts';
import { recordMoments } from '../testing/recording.ts';
import { blobOf, writeFit, writeGpx, writeTcx } from '../testing/write-files.ts';
import { writeZip } from '../testing/write-zip.ts';
import { readRunFile } from './read-run-file.ts';

/** Reading ends in runs or in a RunFileError. */
async function expectRunsOrError(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  try {
    const runs = await readRunFile(blobOf(bytes));
    for (const { track } of runs)
      expect(track.time.every((time, at) => at === 0 || time > (track.time[at - 1] ?? 0))).toBe(true);
  } catch (error) {
    expect(error).toBeInstanceOf(RunFileError);
  }
}

const text = (content: string) => new TextEncoder().encode(content);
const moments = recordMoments(12);
const starts = {
  nothing: [],
  FIT: [14, 32, 0, 0, 60, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54],
  gzip: [0x1f, 0x8b, 8, 0],
  GPX: [...text('<gpx><trk><trkseg><trkpt lat="1" lon="1">')],
};
const whole: Record<string, Uint8Array<ArrayBuffer>> = {
  FIT: writeFit(moments),
  GPX: text(writeGpx(moments)),
  TCX: text(writeTcx(moments)),
  'packed GPX': gzipSync(text(writeGpx(moments))),
};

describe('random bytes end in a clear error or in runs', () => {
  test.each(Object.entries(starts))('after the start of %s', async (_, start) => {
    const bytes = fc.uint8Array({ maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(bytes, (rest) => expectRunsOrError(Uint8Array.from([...start, ...rest]))),
      { numRuns: 100 },
    );
  });

  test.each(Object.entries(whole))('in the middle of a whole %s', async (_, bytes) => {
    const change = fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.nat(bytes.length),
        async (changes, length) => {
          const changed = Uint8Array.from(bytes);
          for (const { at, byte } of changes) changed[at] = byte;
          await expectRunsOrError(changed);
          await expectRunsOrError(changed.slice(0, length));
        },
      ),
      { numRuns: 50 },
    );
  });
});

test('FIT messages of any form with valid checksums end in a clear error or in runs', async () => {
  const body = fc.uint8Array({ minLength: 1, maxLength: 120 });
  await fc.assert(
    fc.asyncProperty(body, (data) => expectRunsOrError(withSums(data))),
    { numRuns: 150 },
  );
});

test('an archive with random bytes does not stop the import', async () => {
  const zip = writeZip([
    { name: 'a.gpx', content: writeGpx(moments) },
    { name: 'b.fit', content: writeFit(moments) },
  ]);
  const change = fc.record({ at: fc.nat(zip.length - 1), byte: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
      const changed = Uint8Array.from(zip);
      for (const { at, byte } of changes) changed[at] = byte;
      const outcomes = await collect(importFiles([{ name: 'x.zip', data: blobOf(changed) }]));
      for (const outcome of outcomes) if (outcome.kind === 'broken') expect(outcome.cause).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});

/** A FIT file around any data, with a definition of records before it and the right checksum after it. */
function withSums(data: Uint8Array): Uint8Array<ArrayBuffer> {
  const records = [0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 0, 4, 0x85, 3, 1, 0x02];
  const body = [...records, ...data];
  const bytes = [12, 16, 0, 0, body.length, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54, ...body];
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return Uint8Array.from([...bytes, crc & 255, crc >>> 8]);
}
