import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * The variables of `functions/.env`, then those of `[edge_runtime.secrets]`. Names that begin with SUPABASE_ are those of the site, as in a
 * hosted project: others are left out and named.
 */
export async function readSecrets(
  folder: string,
  configured: Record<string, string>,
): Promise<{ variables: Record<string, string>; refused: string[] }> {
  const text = await readFile(secretsFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const entries = Object.entries({ ...parseEnv(text), ...configured });
  const isReserved = (name: string) => /^(SUPABASE|PORCHLIGHT|DENO)_/.test(name);
  return {
    variables: Object.fromEntries(
      entries.flatMap(([name, value]) => (isReserved(name) ? [] : [[name, value ?? '']])),
    ),
    refused: entries.map(([name]) => name).filter(isReserved),
  };
}

export function secretsFile(folder: string): string {
  return join(folder, '.env');
}
