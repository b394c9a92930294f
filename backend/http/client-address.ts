/** The client's address: the socket's address, or what trusted proxies report. */
import { BlockList, isIP } from 'node:net';

/** Which proxies may set `X-Forwarded-For`: a number of proxies, or their addresses. */
export type ProxyTrust = { hops: number } | { addresses: BlockList };

/** Parses `2` or `10.0.0.0/8, ::1`; throws the end of a sentence that starts with the setting's name. */
export function parseProxyTrust(text: string): ProxyTrust {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    if (hops > 32) throw new Error(`counts the proxies in front of the site (32 at most), got "${text}"`);
    return { hops };
  }
  const entries = text.split(',').map((part) => part.trim());
  return {
    addresses: parseAddresses(
      entries,
      'must be a number of proxies or a list of addresses such as 10.0.0.0/8',
    ),
  };
}

/** Parses addresses and networks; throws `rule` for anything else. */
export function parseAddresses(entries: readonly string[], rule: string): BlockList {
  const addresses = new BlockList();
  for (const entry of entries) addEntry(addresses, entry, rule);
  return addresses;
}

function addEntry(list: BlockList, entry: string, rule: string): void {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  const longest = version === 6 ? 128 : 32;
  const length = bits === undefined ? longest : Number(bits);
  if (
    !version ||
    rest.length > 0 ||
    bits === '' ||
    !(Number.isInteger(length) && length >= 0 && length <= longest)
  ) {
    throw new Error(`${rule}, got "${entry}"`);
  }
  list.addSubnet(address, length, familyOf(version));
}

/**
 * A client can send any `X-Forwarded-For`, and each proxy appends the address it saw. So the list is read from the right, and everything
 * left of the first untrusted hop is ignored.
 */
export function findClientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trust: ProxyTrust,
): string {
  let client = plainAddress(socketAddress);
  const hops = forwardedFor ? forwardedFor.split(',').reverse() : [];
  for (const [index, hop] of hops.entries()) {
    if (!isTrusted(client, index, trust)) return client;
    const next = plainAddress(hop.trim());
    if (!isIP(next)) return client;
    client = next;
  }
  return client;
}

export interface Connection {
  /** The remote end of the socket. */
  remoteAddress?: string | undefined;
  requestId?: string;
}

/** Returns the client's address of a request. */
export type ClientAddress = (request: Request, connection: Connection) => string;

export function createClientAddress(trust: ProxyTrust): ClientAddress {
  return (request, { remoteAddress = '' }) =>
    findClientAddress(remoteAddress, request.headers.get('X-Forwarded-For') ?? undefined, trust);
}

function isTrusted(address: string, index: number, trust: ProxyTrust): boolean {
  if ('hops' in trust) return index < trust.hops;
  const version = isIP(address);
  return version !== 0 && trust.addresses.check(address, familyOf(version));
}

function familyOf(version: number): 'ipv4' | 'ipv6' {
  return version === 6 ? 'ipv6' : 'ipv4';
}

/** Some proxies add the port, `1.2.3.4:5678` or `[2001:db8::7]:443`, and some write IPv6 in brackets without a port. */
const withPort = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/i;
/** Matches an IPv4 address as a dual-stack socket writes it: `::ffff:10.0.0.1`. */
const mapped = /^::ffff:(?=[\d.]+$)/i;

function plainAddress(text: string): string {
  const [, ipv6, ipv4] = withPort.exec(text) ?? [];
  return (ipv6 ?? ipv4 ?? text).replace(mapped, '');
}
