import { randomFillSync } from 'node:crypto';

const size = 4096;

/**
 * Random bytes out of a stock that is filled from time to time: to ask the machine for a few costs as much as to ask it for
 * thousands. What was given out is wiped, so that nothing in memory tells it afterwards.
 */
export function createRandomPool(): (length: number) => Uint8Array {
  const stock = Buffer.alloc(size);
  let used = size;
  return (length) => {
    if (length > size) return randomFillSync(Buffer.alloc(length));
    if (used + length > size) {
      randomFillSync(stock);
      used = 0;
    }
    const given = Uint8Array.from(stock.subarray(used, used + length));
    stock.fill(0, used, used + length);
    used += length;
    return given;
  };
}
