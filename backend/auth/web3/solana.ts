import { createPublicKey, verify } from 'node:crypto';
import type { SignedText } from './signed-text.ts';

/** Whether the key of a Solana address signed a text: directly, or in the envelope that hardware wallets put around it. */
export function isSignedBySolana({ message, signature, address, domain }: SignedText): boolean {
  const key = decodeBase58(address);
  const bytes = Buffer.from(signature, 'base64url');
  if (key?.length !== 32 || bytes.length !== 64) return false;
  const text = Buffer.from(message);
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') },
    format: 'jwk',
  });
  const candidates = [text, wrap(text, key, domain)];
  return candidates.some((candidate) => verify(null, candidate, publicKey, bytes));
}

/** Solana's off-chain message, version 0: https://docs.anza.xyz/proposals/off-chain-message-signing */
function wrap(text: Buffer, key: Buffer, domain: string): Buffer {
  const application = Buffer.alloc(32);
  application.write(domain.slice(0, 32), 'latin1');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  const head = Buffer.from('\xffsolana offchain\0', 'latin1');
  // One signer, and a message in ASCII.
  return Buffer.concat([head, application, Buffer.of(0, 1), key, length, text]);
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function decodeBase58(text: string): Buffer | undefined {
  let number = 0n;
  for (const character of text) {
    const digit = alphabet.indexOf(character);
    if (digit === -1) return undefined;
    number = number * 58n + BigInt(digit);
  }
  const hex = number === 0n ? '' : number.toString(16);
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')]);
}
