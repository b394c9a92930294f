import { randomFillSync } from 'node:crypto';

const size = 4096;

/**
 * Random bytes from a buffer that is refilled from time to time: a system call for a few bytes costs as much as one for
 * thousands. Bytes that were handed out are zeroed in the buffer, so that they cannot be read from it later.
 */
export function createRandomPool(): (length: number) => Uint8Array {
  const pool = Buffer.alloc(size);
  let used = size;
  return (length) => {
    if (length > size) return randomFillSync(Buffer.alloc(length));
    if (used + length > size) {
      randomFillSync(pool);
      used = 0;
    }
    const given = Uint8Array.from(pool.subarray(used, used + length));
    pool.fill(0, used, used + length);
    used += length;
    return given;
  };
}
