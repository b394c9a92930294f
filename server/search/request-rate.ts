import { toAddressKey } from '../../backend/auth/limits/address-key.ts';
import { HttpError } from '../http-error.ts';

/** Refuses requests of one address beyond a number in each second. In memory: what it protects is the CPU of this process. */
export function createRequestRate(
  perSecond: number,
  now: () => number = Date.now,
): (address: string) => void {
  const counts = new Map<string, number>();
  let second = 0;
  return (address) => {
    const current = Math.floor(now() / 1000);
    if (current !== second) counts.clear();
    second = current;
    const key = toAddressKey(address);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > perSecond)
      throw new HttpError(429, `At most ${perSecond} searches a second: try again in a moment.`, {
        headers: { 'retry-after': '1' },
      });
  };
}
