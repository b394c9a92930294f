/** For tests: wallets that sign what they are given. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

export interface Wallet {
  chain: 'ethereum' | 'solana';
  address: string;
  sign(message: string): string;
}

export interface EthereumWallet extends Wallet {
  sign(message: string): `0x${string}`;
}

export function createEthereumWallet(): EthereumWallet {
  const key = secp256k1.utils.randomSecretKey();
  const publicKey = secp256k1.getPublicKey(key, false);
  const address = `0x${Buffer.from(keccak_256(publicKey.subarray(1)))
    .subarray(12)
    .toString('hex')}`;
  return {
    chain: 'ethereum',
    address,
    sign(message) {
      const text = Buffer.from(message);
      const wrapped = Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]);
      const signature = secp256k1.sign(keccak_256(wrapped), key, { prehash: false, format: 'recovered' });
      // The library puts the recovery byte first; wallets put it last and count from 27.
      const [recovery = 0, ...rest] = signature;
      return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`;
    },
  };
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function encodeBase58(bytes: Uint8Array): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; number > 0n; number /= 58n) text = `${alphabet[Number(number % 58n)]}${text}`;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros) + text;
}

/** `isLedger`: the message is signed in the envelope that hardware wallets put around it. */
export function createSolanaWallet({ isLedger = false } = {}): Wallet & { publicKey: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  return {
    chain: 'solana',
    address: encodeBase58(raw),
    publicKey: raw,
    sign(message) {
      const text = Buffer.from(message);
      if (!isLedger) return sign(null, text, privateKey).toString('base64');
      const domain = Buffer.alloc(32);
      domain.write(message.split(' ', 1)[0] ?? '');
      const length = Buffer.alloc(2);
      length.writeUInt16LE(text.length);
      const head = Buffer.concat([Buffer.of(0xff), Buffer.from('solana offchain'), Buffer.of(0)]);
      const wrapped = Buffer.concat([head, domain, Buffer.of(0, 1), raw, length, text]);
      return sign(null, wrapped, privateKey).toString('base64');
    },
  };
}

/** A message as wallets show it. Lines that are undefined are left out. */
export function writeMessage(
  wallet: Pick<Wallet, 'chain' | 'address'>,
  more: {
    domain?: string;
    statement?: string;
    fields?: Record<string, string | undefined>;
    now?: Date;
  } = {},
): string {
  const title = wallet.chain === 'ethereum' ? 'Ethereum' : 'Solana';
  const fields = {
    URI: 'https://example.com/login',
    Version: '1',
    'Chain ID': wallet.chain === 'ethereum' ? '1' : 'solana:mainnet',
    Nonce: crypto.randomUUID().replaceAll('-', ''),
    'Issued At': (more.now ?? new Date()).toISOString(),
    ...more.fields,
  };
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  const header = `${more.domain ?? 'example.com'} wants you to sign in with your ${title} account:`;
  return [header, wallet.address, '', ...(more.statement ? [more.statement, ''] : ['']), ...lines].join('\n');
}
