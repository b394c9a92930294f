import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { SettingsError } from '../identity/settings-error.ts';

/** As Supabase's CLI reads them: the first file that has a variable decides. */
const names = ['.env.development.local', '.env.local', '.env.development', '.env'];

/**
 * The variables for `env(NAME)` in config.toml: the environment, then the .env files of the `supabase/` folder and of the folder above it.
 * Settings of the program itself are not read from there.
 */
export async function addEnvFiles(
  folder: string,
  environment: Record<string, string | undefined>,
): Promise<Record<string, string | undefined>> {
  const paths = [folder, dirname(folder)].flatMap((place) => names.map((name) => join(place, name)));
  const found = await Promise.all(paths.map(readEnvFile));
  return Object.assign({}, ...found.reverse(), environment);
}

async function readEnvFile(path: string): Promise<Record<string, string | undefined>> {
  try {
    return parseEnv(await readFile(path, 'utf8'));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return {};
    throw new SettingsError(`${path} cannot be read: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}
