import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readIfPresent, writeDurably } from '../../database/durable-files.ts';
import { SettingsError } from './settings-error.ts';

/** Parses a private key for SAML: PEM, or PKCS#1 in Base64 as in hosted projects. Throws with the reason. */
export function parseSamlKey(text: string): KeyObject {
  const key = readKey(text);
  const { modulusLength = 0, publicExponent } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType !== 'rsa') throw new Error('must be an RSA key');
  if (modulusLength < 2048) throw new Error('must have at least 2048 bits');
  if (publicExponent !== 65_537n) throw new Error('must have the public exponent 65537');
  return key;
}

function readKey(text: string): KeyObject {
  try {
    if (text.includes('-----BEGIN')) return createPrivateKey(text);
    return createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs1' });
  } catch {
    // The parser's message could contain parts of the key.
    throw new Error('must be a private key in PEM, or in PKCS#1 written in Base64');
  }
}

const makeKeyPair = promisify(generateKeyPair);

/** The key of a data directory, generated when SAML is first enabled. Identity providers store it, so it never changes. */
export async function readSamlKey(directory: string): Promise<KeyObject> {
  const file = join(directory, 'saml-key.pem');
  const stored = await readStored(file);
  if (stored !== undefined) return stored;
  const { privateKey } = await makeKeyPair('rsa', { modulusLength: 2048 });
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await writeDurably(file, text, { keepExisting: true });
  return (await readStored(file)) ?? privateKey;
}

async function readStored(file: string): Promise<KeyObject | undefined> {
  const text = await readIfPresent(file);
  if (text === undefined) return undefined;
  try {
    return parseSamlKey(text);
  } catch (cause) {
    const remedy =
      'Restore it from a backup, or delete it to get a new key and tell it to the identity providers.';
    throw new SettingsError(`${file} is damaged. ${remedy}`, { cause });
  }
}
