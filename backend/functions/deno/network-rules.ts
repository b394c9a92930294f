import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { privateNetworks } from '../../http/public-address.ts';

/**
 * Deno's arguments for the network: everything but this machine and private networks, except for the hosts that the owner lists. Deno
 * compares the addresses that a name resolves to. It knows no networks of IPv6, so that only this machine's own addresses and those of the
 * clouds' metadata are denied there.
 */
export async function toNetworkRules(
  allowedHosts: readonly string[],
): Promise<{ networkRules: string[]; importRules: string[] }> {
  if (allowedHosts.includes('*')) return { networkRules: ['--allow-net'], importRules: [] };
  const allowed = (await Promise.all(allowedHosts.map(findAddresses))).flat();
  const denied = [
    ...privateNetworks.flatMap((network) => withoutAddresses(network, allowed)),
    ...listDenied6(allowed),
  ];
  return {
    networkRules: ['--allow-net', `--deny-net=${denied.join(',')}`],
    // For downloads, Deno does not compare what a name resolves to.
    importRules: [`--deny-import=${[...denied, ...(allowed.length === 0 ? ['localhost'] : [])].join(',')}`],
  };
}

const metadataAddresses6 = ['fd00:ec2::254', 'fd20:ce::254'];

function listDenied6(allowed: readonly string[]): string[] {
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ family }) => family === 'IPv6').map(({ address }) => address),
  );
  const denied = new Set(['::', '::1', ...own, ...metadataAddresses6]);
  for (const address of allowed) denied.delete(address);
  return [...denied].map((address) => `[${address}]`);
}

/** `10.0.0.5`, `10.0.0.5:8080` or a name. A name that is not known now is denied if it turns out to be private. */
async function findAddresses(host: string): Promise<string[]> {
  const name = host.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([^:]*):\d+$/, '$1');
  if (isIP(name)) return [name];
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** The parts of a network without the addresses. */
function withoutAddresses(network: string, addresses: readonly string[]): string[] {
  const [start = '', bits = '32'] = network.split('/');
  const length = Number(bits);
  const inside = addresses.filter((address) => isIP(address) === 4 && contains(start, length, address));
  if (inside.length === 0) return [network];
  if (length === 32) return [];
  const lower = toNumber(start);
  const upper = lower + 2 ** (31 - length);
  return [lower, upper].flatMap((half) => withoutAddresses(`${toAddress(half)}/${length + 1}`, inside));
}

function contains(start: string, length: number, address: string): boolean {
  const size = 2 ** (32 - length);
  return Math.floor(toNumber(address) / size) === Math.floor(toNumber(start) / size);
}

function toNumber(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

function toAddress(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
}
