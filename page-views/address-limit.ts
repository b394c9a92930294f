import { createHmac, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { createMinuteLimit } from './minute-limit.ts';

/**
 * A client can send many user agents, and each would count as a visitor. So the visitors per day and the views per minute of an address are
 * limited: more than an office has, and few for a forger. Only counters by salted hash are stored, no addresses; the salt changes each day.
 * Each process counts for itself.
 */
export interface AddressLimit {
  isCrowded(day: string, address: string, visitor: string): boolean;
}

const maxVisitorsPerDay = 50;
const maxViewsPerMinute = 600;
/** Above this number the day starts again: the limit may admit more, and never rejects a known visitor. */
const maxRememberedVisitors = 2 ** 18;

export function createAddressLimit(now: () => number = Date.now): AddressLimit {
  const hasTooManyViews = createMinuteLimit(maxViewsPerMinute, now);
  const known = new Set<string>();
  /** By the hash of the network. */
  const visitorCounts = new Map<string, number>();
  let salt = '';
  let today = '';

  function reset(day: string): void {
    today = day;
    salt = randomBytes(16).toString('hex');
    known.clear();
    visitorCounts.clear();
  }

  function hasTooManyVisitors(network: string, visitor: string): boolean {
    if (known.has(visitor)) return false;
    const count = (visitorCounts.get(network) ?? 0) + 1;
    if (count > maxVisitorsPerDay) return true;
    visitorCounts.set(network, count);
    known.add(visitor);
    return false;
  }

  return {
    isCrowded(day, address, visitor) {
      const network = networkOf(address);
      if (network === undefined) return false;
      if (day > today || known.size >= maxRememberedVisitors) reset(day);
      const hashed = createHmac('sha256', salt).update(network).digest('base64');
      return hasTooManyVisitors(hashed, visitor) || hasTooManyViews(hashed);
    },
  };
}

/** Addresses that no client on the internet has: a private network, or a proxy that TRUST_PROXY does not name. */
const insideIpv4 = /^(?:10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)\./;

/** The network of one client: an IPv4 address, or 64 bits of IPv6. Undefined for an address that does not identify a client. */
export function networkOf(address: string): string | undefined {
  const version = isIP(address);
  if (version === 4) return insideIpv4.test(address) ? undefined : address;
  if (version !== 6) return undefined;
  const groups = expand(address);
  const first = Number.parseInt(groups[0] ?? '', 16);
  const isInside = address === '::1' || (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80;
  return isInside ? undefined : groups.slice(0, 4).join(':');
}

/** The groups of an IPv6 address, with `::` expanded. */
function expand(address: string): string[] {
  const [front = '', back] = address.toLowerCase().split('::', 2);
  const split = (text: string | undefined) => (text ? text.split(':') : []);
  const [before, after] = [split(front), split(back)];
  const zeros = back === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return groups.map((group) => group.replace(/^0+(?=.)/, ''));
}
