import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 ranges that are not public: this host, private networks, and reserved addresses. */
export const privateNetworks = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** The only IPv6 range that is assigned to the internet, and the ranges within it that are reserved or map to IPv4. */
const publicV6 = '2000::/3';
const notPublicV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const blocked = blockList(privateNetworks);
const open6 = blockList([publicV6]);
const blocked6 = blockList(notPublicV6);

/** Whether an IP address is public. IPv6 addresses that map to IPv4 never are. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  if (isIPv4(bare)) return !blocked.check(bare, 'ipv4');
  if (!isIPv6(bare)) return false;
  return open6.check(bare, 'ipv6') && !blocked6.check(bare, 'ipv6');
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
}
