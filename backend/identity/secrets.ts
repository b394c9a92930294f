import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readIfPresent, writeDurably } from '../../database/durable-files.ts';
import { createKeyRing } from './key-ring.ts';
import { formatFaults, SettingsError } from './settings-error.ts';

/** The secrets of the backend. Generated on first start, and stored where only the owner of the process can read. */
export interface Secrets {
  jwtSecret: string;
  anonKey: string;
  serviceRoleKey: string;
  publishableKey: string;
  secretKey: string;
  /** The folder of the secrets, where other modules store their keys too: see saml-key.ts. */
  directory: string;
}

type StoredSecrets = Pick<Secrets, 'jwtSecret' | 'publishableKey' | 'secretKey'>;

const minSecretLength = 32;

const tenYears = 10 * 365 * 24 * 3600;

/** Reads the secrets of a data directory and generates missing ones. The environment overrides each by its name. */
export async function readSecrets(options: {
  dataDirectory: string;
  environment?: Record<string, string | undefined>;
  /** From config.toml; the environment takes precedence. */
  jwtSecret?: string | undefined;
}): Promise<Secrets> {
  const environment = options.environment ?? {};
  const file = join(options.dataDirectory, 'secrets.json');
  const stored = (await readStored(file)) ?? (await storeNew(file));
  const jwtSecret = environment.JWT_SECRET || options.jwtSecret || stored.jwtSecret;
  if (jwtSecret.length < minSecretLength) {
    const name = environment.JWT_SECRET ? 'JWT_SECRET' : 'auth.jwt_secret in config.toml';
    throw new SettingsError(formatFaults([`${name} must have at least ${minSecretLength} characters`]));
  }
  return {
    jwtSecret,
    anonKey: environment.ANON_KEY || apiToken(jwtSecret, 'anon'),
    serviceRoleKey: environment.SERVICE_ROLE_KEY || apiToken(jwtSecret, 'service_role'),
    publishableKey: environment.PUBLISHABLE_KEY || stored.publishableKey,
    secretKey: environment.SECRET_KEY || stored.secretKey,
    directory: options.dataDirectory,
  };
}

/** Deterministic, so that a key stored in a client stays valid after a restart. */
function apiToken(jwtSecret: string, role: 'anon' | 'service_role'): string {
  const issuedAt = Date.UTC(2026, 0, 1) / 1000;
  return createKeyRing({ jwtSecret }).sign({
    iss: 'porchlight',
    role,
    iat: issuedAt,
    exp: issuedAt + tenYears,
  });
}

async function readStored(file: string): Promise<StoredSecrets | undefined> {
  const text = await readIfPresent(file);
  if (text === undefined) return undefined;
  try {
    return parseStored(JSON.parse(text));
  } catch (cause) {
    const remedy = 'Restore it from a backup, or delete it to get new keys.';
    throw new SettingsError(`${file} is damaged. ${remedy}`, { cause });
  }
}

function parseStored(value: unknown): StoredSecrets {
  const { jwtSecret, publishableKey, secretKey } = (value ?? {}) as Partial<
    Record<keyof StoredSecrets, unknown>
  >;
  if (typeof jwtSecret !== 'string' || jwtSecret.length < minSecretLength)
    throw new Error(`jwtSecret must be text of at least ${minSecretLength} characters`);
  if (typeof publishableKey !== 'string') throw new Error('publishableKey must be text');
  if (typeof secretKey !== 'string') throw new Error('secretKey must be text');
  return { jwtSecret, publishableKey, secretKey };
}

async function storeNew(file: string): Promise<StoredSecrets> {
  const secrets = {
    jwtSecret: randomBytes(48).toString('base64url'),
    publishableKey: apiKey('sb_publishable_'),
    secretKey: apiKey('sb_secret_'),
  };
  await writeDurably(file, `${JSON.stringify(secrets, null, 2)}\n`, { keepExisting: true });
  return (await readStored(file)) ?? secrets;
}

/** `sb_secret_<22 characters>_<checksum>`, the form of the newer keys. */
function apiKey(prefix: string): string {
  const random = randomBytes(16).toString('base64url');
  const checksum = createHash('sha256').update(`${prefix}${random}`).digest('base64url').slice(0, 8);
  return `${prefix}${random}_${checksum}`;
}
