import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { toErrorMessage } from '../http/describe-error.ts';
import { SettingsError } from './settings-error.ts';
import { createTokenKey, type SigningJwk } from './signing-keys.ts';

const file = z.array(
  z.looseObject({ kty: z.string(), kid: z.string(), key_ops: z.array(z.string()).optional() }),
);

/** Reads the file of `signing_keys_path`: a list of JWKs. The first that may sign is used for signing. */
export async function readSigningKeys(path: string): Promise<SigningJwk[]> {
  try {
    const keys: SigningJwk[] = file
      .parse(JSON.parse(await readFile(path, 'utf8')))
      .map((key) => ({ ...key }) as SigningJwk);
    for (const key of keys) createTokenKey(key);
    return keys;
  } catch (cause) {
    const reason = toErrorMessage(cause);
    throw new SettingsError(
      `auth.signing_keys_path: ${path} cannot be used: ${reason}. Create it with "supabase gen signing-key", or remove the setting.`,
      { cause },
    );
  }
}
