import type { KeyObject } from 'node:crypto';
import type { SamlConfig } from '../../config/auth-config.ts';
import { parseSamlKey, readSamlKey } from '../../identity/saml-key.ts';
import type { SamlServiceProvider } from '../service/ports.ts';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';

/** Undefined where single sign-on is disabled: then no key is generated. */
export async function createSamlServiceProvider(options: {
  config: SamlConfig;
  externalUrl: string;
  secretsDirectory: string;
}): Promise<SamlServiceProvider | undefined> {
  const { config } = options;
  if (!config.enabled) return undefined;
  const base = config.externalUrl || options.externalUrl;
  const given = config.privateKey;
  const privateKey = given === '' ? await readSamlKey(options.secretsDirectory) : parseSamlKey(given);
  const keys: KeyObject[] = [privateKey];
  if (config.privateKeyNext !== '') keys.push(parseSamlKey(config.privateKeyNext));
  const { hostname } = new URL(base);
  return {
    entityId: `${base}/sso/saml/metadata`,
    acsUrl: `${base}/sso/saml/acs`,
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificates: keys.map((key) => createSelfSignedCertificate(key, hostname)),
  };
}
