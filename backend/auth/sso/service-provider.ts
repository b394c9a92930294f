import type { KeyObject } from 'node:crypto';
import type { SamlConfig } from '../../config/auth-config.ts';
import { parseSamlKey, readSamlKey } from '../../identity/saml-key.ts';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';

/** Who we are to identity providers. */
export interface SamlServiceProvider {
  /** Our name, which is also the address of our metadata. */
  entityId: string;
  /** The assertion consumer: where browsers bring what an identity provider says. */
  acsUrl: string;
  privateKeyPem: string;
  /** In Base64. The first belongs to the key in use, a second one to the next. */
  certificates: string[];
}

/** Undefined where single sign-on is off: then no key is made. */
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
