import { randomFillSync } from 'node:crypto';

/** Returns ids of so many random bytes. The bytes are made for many ids at once: one call for each id takes ten times as long. */
export function createRandomIds(): (bytes: number) => string {
  const random = Buffer.alloc(4096);
  let used = random.length;
  return (bytes) => {
    if (used + bytes > random.length) {
      randomFillSync(random);
      used = 0;
    }
    used += bytes;
    return random.toString('hex', used - bytes, used);
  };
}
