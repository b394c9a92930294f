/** Whether a key has reached its limit for the current minute; until then each call counts. */
export type MinuteLimit = (key: string) => boolean;

export function createMinuteLimit(most: number, now: () => number): MinuteLimit {
  let counts = new Map<string, number>();
  let minute = 0;
  return (key) => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) {
      minute = current;
      counts = new Map();
    }
    const count = (counts.get(key) ?? 0) + 1;
    if (count > most) return true;
    counts.set(key, count);
    return false;
  };
}
