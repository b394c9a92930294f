/**
 * One year's count of a name as a small number. A count is close to that of the year before, so what is written is the difference; a year in
 * which the name is not listed is 0. Differences alternate in sign (1, -1, 2, -2 …) until they would lead below five, the smallest
 * listed count; from there on only the larger ones are left.
 */
const minCount = 5;

export function toCode(count: number, before: number): number {
  if (count === 0) return 0;
  const expected = Math.max(minCount, before);
  const headroom = expected - minCount;
  const difference = count - expected;
  if (Math.abs(difference) > headroom) return 1 + difference + headroom;
  return 1 + (difference < 0 ? -2 * difference - 1 : 2 * difference);
}

export function fromCode(code: number, before: number): number {
  if (code === 0) return 0;
  const expected = before > minCount ? before : minCount;
  const headroom = expected - minCount;
  const folded = code - 1;
  if (folded > 2 * headroom) return expected + folded - headroom;
  return expected + (folded & 1 ? -((folded + 1) >> 1) : folded >> 1);
}

/**
 * A code is one byte where it is below 240. Larger ones have their low byte in a second stream, which keeps the first one regular enough to be
 * compressed well; the largest have three bytes there.
 */
export const firstWideCode = 240;
export const widestCode = 255;
const wideCodes = (widestCode - firstWideCode) << 8;

export function writeCode(code: number, codes: number[], rest: number[]): void {
  if (code < firstWideCode) {
    codes.push(code);
    return;
  }
  const wide = code - firstWideCode;
  if (wide < wideCodes) {
    codes.push(firstWideCode + (wide >> 8));
    rest.push(wide & 255);
  } else {
    codes.push(widestCode);
    rest.push(wide & 255, (wide >> 8) & 255, wide >> 16);
  }
}
