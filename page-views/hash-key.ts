/**
 * A fast 53-bit hash of a text: two 32-bit sums, each mixed differently. Never 0. Not safe against chosen texts; ours contain a visitor
 * number, which is secret.
 */
export function hashKey(key: string): number {
  let low = 0x9e3779b9;
  let high = 0x85ebca6b;
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0xc2b2ae35) ^ (high >>> 15);
  }
  low = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d);
  high = Math.imul(high ^ (low >>> 13), 0x297a2d39);
  return (high >>> 11) * 2 ** 32 + ((low ^ (high >>> 16)) >>> 0) || 1;
}
