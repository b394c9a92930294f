/** A client can send any referrer, so the number of different ones per day is limited; the rest is counted together. */
const maxPerDay = 1_000;
export const otherReferrers = 'other';

export function createReferrerLimit(): (day: string, host: string | null) => string | null {
  let today = '';
  let known = new Set<string>();
  return (day, host) => {
    if (host === null) return null;
    if (day !== today) {
      today = day;
      known = new Set();
    }
    if (known.size < maxPerDay) known.add(host);
    return known.has(host) ? host : otherReferrers;
  };
}
