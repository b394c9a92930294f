import { BlockList, isIP, isIPv6 } from 'node:net';

export interface Connection {
  /** The other end of the socket. */
  remoteAddress?: string | undefined;
}

/** Tells where a request comes from. */
export type ClientAddress = (request: Request, connection: Connection) => string;

/**
 * The address is the socket's. Only when the socket belongs to a trusted proxy is X-Forwarded-For looked at, and then the
 * right-most hop that is not itself a trusted proxy counts: everything left of it was written by the client.
 */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = new BlockList();
  for (const entry of trustedProxies) {
    const [address = '', prefix] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

  return (request, connection) => {
    const socket = plainAddress(connection.remoteAddress ?? '');
    if (trustedProxies.length === 0 || !isTrusted(socket)) return socket;
    const hops = (request.headers.get('X-Forwarded-For') ?? '')
      .split(',')
      .map((hop) => plainAddress(hop.trim()));
    for (const hop of hops.reverse()) {
      if (isIP(hop) === 0) break;
      if (!isTrusted(hop)) return hop;
    }
    return socket;
  };
}

function plainAddress(address: string): string {
  const bare = address.startsWith('[') ? address.slice(1, address.indexOf(']')) : address;
  return bare.startsWith('::ffff:') && bare.includes('.') ? bare.slice(7) : bare;
}
