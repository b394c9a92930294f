import { gzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { recordMoments } from '../../tests/harness/running/recording.ts';
import { blobOf, writeFit, writeGpx } from '../../tests/harness/running/write-files.ts';
import { readRunFile } from './read-run-file.ts';

const gpx = new TextEncoder().encode(writeGpx(recordMoments(200)));
const packed = gzipSync(gpx);
const read = (bytes: Uint8Array<ArrayBuffer>) => readRunFile(blobOf(bytes));

describe('a file packed by gzip', () => {
  test('is read like the file itself', async () => {
    expect(await read(packed)).toEqual(await read(gpx));
    const fit = writeFit(recordMoments(200));
    expect(await read(gzipSync(fit))).toEqual(await read(fit));
  });

  test('may have been packed in two parts', async () => {
    const half = gpx.length >> 1;
    const parts = [gzipSync(gpx.subarray(0, half)), gzipSync(gpx.subarray(half))];
    expect(await read(Uint8Array.from(parts.flatMap((part) => [...part])))).toHaveLength(1);
  });

  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ['when it is cut off', packed.slice(0, 500)],
    ['when its last bytes are missing', packed.slice(0, -4)],
    ['when its sum is wrong', packed.map((byte, at) => (at === packed.length - 6 ? byte ^ 1 : byte))],
    ['when it is rubbish', Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255])],
    [
      'when its name has no end',
      Uint8Array.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0, ...new Array(600_000).fill(65)]),
    ],
  ])('is refused %s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ name: 'RunFileError', fault: 'damaged' });
  });

  test('is refused when it is a zip bomb', async () => {
    const spaces = new Uint8Array(8_000_000).fill(32);
    await expect(read(gzipSync(spaces, { level: 9 }))).rejects.toMatchObject({ fault: 'forbidden' });
  });

  test('is refused when it unpacks to more than a file may have', async () => {
    const reading = readRunFile(blobOf(packed), { limits: { fileBytes: 10_000 } });
    await expect(reading).rejects.toMatchObject({ fault: 'too_large' });
  });

  test('is refused early when its input gives no output', async () => {
    const endless = new Uint8Array(4_000_000).fill(65);
    endless.set([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 0]);
    let read = 0;
    const reading = readRunFile(blobOf(endless), {
      onBytes: (count) => {
        read += count;
      },
    });
    await expect(reading).rejects.toMatchObject({ fault: 'damaged' });
    expect(read).toBeLessThan(1_000_000);
  });

  test('is refused when it is packed twice', async () => {
    await expect(read(gzipSync(packed))).rejects.toMatchObject({ fault: 'unsupported' });
  });
});
