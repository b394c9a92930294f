import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseSamlKey, readSamlKey } from './saml-key.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'porchlight-saml-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('the SAML key', () => {
  it('is generated once by any number of processes, and only its owner can read it', async () => {
    const [first, second] = await Promise.all([readSamlKey(directory), readSamlKey(directory)]);
    expect(first.equals(second)).toBe(true);
    expect((await readSamlKey(directory)).equals(first)).toBe(true);
    const file = join(directory, 'saml-key.pem');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain('PRIVATE KEY');
  });

  it('stops the start with an error message when it is damaged', async () => {
    await writeFile(join(directory, 'saml-key.pem'), 'broken');
    await expect(readSamlKey(directory)).rejects.toThrow(/saml-key\.pem is damaged\. Restore it/);
  });

  it('may be PEM or the format of hosted projects', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    for (const type of ['pkcs1', 'pkcs8'] as const)
      expect(parseSamlKey(privateKey.export({ type, format: 'pem' }).toString()).equals(privateKey)).toBe(
        true,
      );
    const hosted = privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64');
    expect(parseSamlKey(hosted).equals(privateKey)).toBe(true);
  });

  it('must be strong', () => {
    const pem = (key: { privateKey: { export(options: object): string | Buffer } }) =>
      key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => parseSamlKey('nonsense')).toThrow('must be a private key in PEM');
    expect(() => parseSamlKey(pem(generateKeyPairSync('ed25519')))).toThrow('must be an RSA key');
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
    expect(() => parseSamlKey(pem(short))).toThrow('must have at least 2048 bits');
    const odd = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 });
    expect(() => parseSamlKey(pem(odd))).toThrow('public exponent 65537');
  });
});
