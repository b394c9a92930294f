import { expect, it } from 'vitest';
import { readSigningKeys } from './read-signing-keys.ts';

it('a file of signing keys that is missing is named, with what to do', async () => {
  await expect(readSigningKeys('nowhere/signing_keys.json')).rejects.toThrow(
    /^auth\.signing_keys_path: nowhere\/signing_keys\.json cannot be used: .* Create it with "supabase gen signing-key", or remove/,
  );
});
