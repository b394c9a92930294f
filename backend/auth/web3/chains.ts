import { isSignedByEthereum } from './ethereum.ts';
import type { SignedText } from './signed-text.ts';
import { isSignedBySolana } from './solana.ts';

/** What differs between the chains: the texts of a message, the format of addresses, and how a signature is verified. */
export interface Chain {
  /** As in `wants you to sign in with your … account`. */
  title: string;
  /** The prefix of error messages. */
  prefix: string;
  addressPattern: RegExp;
  addressFault: string;
  networkPattern: RegExp;
  needsNetwork: boolean;
  /** The format of a signature, and the error for any other. */
  signaturePattern: RegExp;
  signatureFault: string;
  /** The canonical notation of an address. */
  normalize(address: string): string;
  isSigned(signed: SignedText): boolean;
}

export const chains: Record<'ethereum' | 'solana', Chain> = {
  ethereum: {
    title: 'Ethereum',
    prefix: 'siwe',
    addressPattern: /^0x[a-fA-F0-9]{40}$/,
    addressFault: 'wallet address is not a valid Ethereum address',
    networkPattern: /^[1-9][0-9]{0,18}$/,
    needsNetwork: true,
    signaturePattern: /^(0x)?[0-9a-zA-Z]{130}$/,
    signatureFault: 'signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string',
    // Wallets write the same address with and without the capital letters of its checksum.
    normalize: (address) => address.toLowerCase(),
    isSigned: isSignedByEthereum,
  },
  solana: {
    title: 'Solana',
    prefix: 'siws',
    addressPattern: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    addressFault: 'wallet address is not in base58 format',
    networkPattern: /^(solana:(main|dev|test|local)net)?$/,
    needsNetwork: false,
    signaturePattern: /^([\w+/-]{86}|[\w+/-]{86}==)$/,
    signatureFault: 'signature must be 64 bytes encoded as base64 with or without padding',
    normalize: (address) => address,
    isSigned: isSignedBySolana,
  },
};
