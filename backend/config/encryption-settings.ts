import { formatFaults, SettingsError } from '../identity/settings-error.ts';

/** Keys for the secrets in the database. Without a configured key nothing is encrypted. */
export interface EncryptionKeys {
  /** The key that encrypts new secrets. */
  encryptWith: { id: string; key: Buffer } | undefined;
  /** All keys that can decrypt, by key id. */
  decryptWith: ReadonlyMap<string, Buffer>;
}

export const noEncryptionKeys: EncryptionKeys = { encryptWith: undefined, decryptWith: new Map() };

type Environment = Record<string, string | undefined>;

const keyBytes = 32;
const keyHint = 'node -p "crypto.randomBytes(32).toString(\'base64url\')" makes one';

/** DB_ENCRYPTION_KEY_ID, DB_ENCRYPTION_KEY and DB_DECRYPTION_KEYS: the names of Supabase Auth without GOTRUE_SECURITY_. */
export function readEncryptionKeys(environment: Environment): EncryptionKeys {
  const faults = findEncryptionFaults(environment);
  if (faults.length > 0) throw new SettingsError(formatFaults(faults));
  const { id, key, others } = takeKeys(environment);
  const decryptWith = new Map(others.map(([name, text]) => [name, Buffer.from(text, 'base64url')]));
  if (key === '') return { encryptWith: undefined, decryptWith };
  const encryptWith = { id, key: Buffer.from(key, 'base64url') };
  return { encryptWith, decryptWith: decryptWith.set(id, encryptWith.key) };
}

/** The faults, each with the name of its variable. No fault repeats a key. */
export function findEncryptionFaults(environment: Environment): string[] {
  const { id, key, others } = takeKeys(environment);
  const faults: string[] = [];
  if (key !== '' && !isKey(key))
    faults.push(`DB_ENCRYPTION_KEY must be ${keyBytes} bytes in base64url; ${keyHint}`);
  if (key !== '' && id === '')
    faults.push('DB_ENCRYPTION_KEY_ID is missing: give the key a name, such as 2026-11');
  if (key === '' && id !== '') faults.push(`DB_ENCRYPTION_KEY is missing; ${keyHint}`);
  if (/[,:"\\]/.test(id))
    faults.push('DB_ENCRYPTION_KEY_ID must not hold a comma, colon, quote or backslash');
  for (const [name, text] of others)
    if (name === '' || !isKey(text))
      faults.push(
        `DB_DECRYPTION_KEYS must look like name:key,name:key with keys of ${keyBytes} bytes in base64url`,
      );
  const again = others.find(([name]) => name === id)?.[1];
  if (again !== undefined && key !== '' && again !== key)
    faults.push(
      `DB_DECRYPTION_KEYS has another key under the name ${id} than DB_ENCRYPTION_KEY: rename the new one`,
    );
  return [...new Set(faults)];
}

function takeKeys(environment: Environment): { id: string; key: string; others: [string, string][] } {
  const take = (name: string) => environment[name]?.trim() ?? '';
  const entries = take('DB_DECRYPTION_KEYS')
    .split(',')
    .map((entry) => entry.trim());
  const others = entries.filter(Boolean).map((entry): [string, string] => {
    const colon = entry.indexOf(':');
    return [entry.slice(0, Math.max(colon, 0)).trim(), entry.slice(colon + 1).trim()];
  });
  return { id: take('DB_ENCRYPTION_KEY_ID'), key: take('DB_ENCRYPTION_KEY'), others };
}

function isKey(text: string): boolean {
  return /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === keyBytes;
}
