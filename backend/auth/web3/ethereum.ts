import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { SignedText } from './signed-text.ts';

/** Whether the key of an Ethereum address signed a text, with `personal_sign` (EIP-191). */
export function isSignedByEthereum({ message, signature, address }: SignedText): boolean {
  const hex = signature.replace(/^0x/, '');
  if (!/^[0-9a-f]{130}$/i.test(hex)) return false;
  const bytes = Buffer.from(hex, 'hex');
  const last = bytes[64] ?? 0;
  // Wallets count from 0 or from 27.
  const recovery = last >= 27 ? last - 27 : last;
  try {
    const publicKey = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
      .addRecoveryBit(recovery)
      .recoverPublicKey(hashOf(message))
      .toBytes(false);
    const recovered = Buffer.from(keccak_256(publicKey.subarray(1)))
      .subarray(12)
      .toString('hex');
    return `0x${recovered}` === address.toLowerCase();
  } catch {
    // Numbers that cannot be a signature.
    return false;
  }
}

function hashOf(message: string): Uint8Array {
  const text = Buffer.from(message);
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]));
}
