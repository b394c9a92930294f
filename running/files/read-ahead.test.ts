import { describe, expect, test } from 'vitest';
import { ReadAhead } from './read-ahead.ts';

const content = Uint8Array.from({ length: 5_000_000 }, (_, at) => (at * 7) % 251);

/** A file that counts its reads and can become unreadable. */
class WatchedFile extends Blob {
  reads = 0;
  isLost = false;

  override slice(from?: number, to?: number): Blob {
    this.reads += 1;
    const part = super.slice(from, to);
    if (this.isLost) part.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    return part;
  }
}

const open = () => {
  const file = new WatchedFile([content]);
  return { file, bytes: new ReadAhead(file) };
};

describe('a file that is read ahead', () => {
  test('gives the same bytes as the file at every position', async () => {
    const { bytes } = open();
    for (const [from, to] of [
      [0, 10],
      [2_097_140, 2_097_160],
      [3, 3],
      [4_999_990, 5_000_000],
      [0, 5_000_000],
      [4_999_990, 6_000_000],
    ] as const)
      expect(Buffer.compare(await bytes.read(from, to), content.subarray(from, to))).toBe(0);
  });

  test('is read a few times for many small parts in order, also with several readers at once', async () => {
    const { file, bytes } = open();
    const starts = Array.from({ length: 500 }, (_, index) => index * 10_000);
    const next = starts.values();
    const one = async () => {
      for (const from of next)
        expect(Buffer.compare(await bytes.read(from, from + 9000), content.subarray(from, from + 9000))).toBe(
          0,
        );
    };
    await Promise.all([one(), one(), one(), one(), one()]);
    expect(file.reads).toBeLessThan(10);
  });

  test('that could not be read is read again', async () => {
    const { file, bytes } = open();
    file.isLost = true;
    await expect(bytes.read(0, 10)).rejects.toMatchObject({ name: 'RunFileError', fault: 'damaged' });
    file.isLost = false;
    expect(await bytes.read(0, 10)).toEqual(content.subarray(0, 10));
  });
});
