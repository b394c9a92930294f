import { createPublicKey, type KeyObject, sign } from 'node:crypto';

/**
 * The certificate with our public key for identity providers, in Base64. SAML ignores everything else in it, so all of it is
 * fixed: the same key and host give the same bytes on every start.
 */
export function createSelfSignedCertificate(privateKey: KeyObject, host: string): string {
  const rsaWithSha256 = sequence(
    objectId(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b),
    element(0x05),
  );
  const commonName = sequence(objectId(0x55, 0x04, 0x03), text(`SAML 2.0 certificate of ${host}`));
  const name = sequence(element(0x31, commonName));
  // Until 2169: an expired certificate would end the connection with every provider.
  const validity = sequence(element(0x17, '700101000000Z'), element(0x18, '21691231235959Z'));
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const version = element(0xa0, element(0x02, Buffer.of(2)));
  const serialNumber = element(0x02, Buffer.of(1));
  const body = sequence(version, serialNumber, rsaWithSha256, name, validity, name, publicKey);
  const signature = sign('sha256', body, privateKey);
  const bits = element(0x03, Buffer.of(0), signature);
  return sequence(body, rsaWithSha256, bits).toString('base64');
}

/** One DER element: tag, length, content. */
function element(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.of(tag), lengthOf(content), content]);
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.of(length);
  if (length < 0x100) return Buffer.of(0x81, length);
  return Buffer.of(0x82, length >> 8, length & 0xff);
}

const sequence = (...parts: Buffer[]) => element(0x30, ...parts);
const objectId = (...bytes: number[]) => element(0x06, Buffer.from(bytes));
/** A common name has at most 64 characters. */
const text = (value: string) => element(0x0c, value.slice(0, 64));
