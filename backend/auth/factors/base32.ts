const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without padding, the format in which authenticator apps accept a secret. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(buffer >> bits) & 31];
    }
    buffer &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + alphabet[(buffer << (5 - bits)) & 31];
}

/** Undefined for a text that is not base32. Accepts lower case, spaces and padding, as users copy secrets that way. */
export function findBase32Bytes(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (const character of text.replaceAll(' ', '').replace(/=+$/, '').toUpperCase()) {
    const value = alphabet.indexOf(character);
    if (value === -1) return undefined;
    buffer = (buffer << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(buffer >> bits);
      buffer &= (1 << bits) - 1;
    }
  }
  return Uint8Array.from(bytes);
}
