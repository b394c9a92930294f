import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { toErrorMessage } from '../http/describe-error.ts';
import { SettingsError } from '../identity/settings-error.ts';

/** `--supabase <folder>`: the `supabase/` of another project, which is used where it is. Undefined when it is not given. */
export async function readSupabaseArgument(args: readonly string[]): Promise<string | undefined> {
  const given = parseArguments(args);
  if (given === undefined) return undefined;
  const folder = resolve(given);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new SettingsError(`--supabase: there is no folder ${folder}.`);
  if ((await exists(join(folder, 'config.toml'))) || (await exists(join(folder, 'migrations'))))
    return folder;
  const inside = join(folder, 'supabase');
  throw new SettingsError(
    (await exists(join(inside, 'config.toml')))
      ? `--supabase: ${folder} is the folder above. Give ${inside}.`
      : `--supabase: ${folder} has neither config.toml nor migrations/. Give the supabase/ folder of a project.`,
  );
}

function parseArguments(args: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...args], options: { supabase: { type: 'string' } } }).values.supabase;
  } catch (cause) {
    throw new SettingsError(`${toErrorMessage(cause)}. The only argument is --supabase <folder>.`, { cause });
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
