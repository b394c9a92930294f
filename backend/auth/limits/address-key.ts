import { isIPv6 } from 'node:net';

/**
 * The rate limit key of an IP address. An IPv6 subscriber has at least a whole /64, so the upper half of the address is the key;
 * an IPv4-mapped address counts as IPv4.
 */
export function toAddressKey(address: string): string {
  const bare = address.split('%')[0] ?? '';
  if (!isIPv6(bare)) return bare === '' ? 'unknown' : bare;
  const groups = toGroups(bare);
  const [first = 0, second = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [first >> 8, first & 255, second >> 8, second & 255].join('.');
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address in any notation. */
function toGroups(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const left = readGroups(head);
  if (tail === undefined) return left;
  const right = readGroups(tail);
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function readGroups(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
