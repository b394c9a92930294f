import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultFunction, type FunctionConfig, type FunctionsConfig } from '../../config/functions-config.ts';
import { writeReadable } from '../deno/function-user.ts';

/** The parts of a function in a snapshot. */
export interface FunctionFiles {
  /** Relative to the snapshot, as to `supabase/functions`. */
  entry: string;
  /** The configuration for Deno. */
  config: string;
  lock: string | undefined;
  /** Folders that it may read. */
  readable: string[];
}

/** Modules of the Supabase CLI's templates that need not be fetched from another host: types, and a package that npm also has. */
const knownModules: Record<string, string> = {
  'jsr:@supabase/functions-js/edge-runtime.d.ts': 'data:application/javascript,',
  'jsr:@supabase/functions-js@2/edge-runtime.d.ts': 'data:application/javascript,',
  'jsr:@supabase/supabase-js@2': 'npm:@supabase/supabase-js@2',
  'jsr:@supabase/supabase-js@2/cors': 'npm:@supabase/supabase-js@2/cors',
};

const entryNames = ['index.ts', 'index.js', 'index.tsx', 'index.mjs', 'index.jsx'];

export function settingsOf(config: FunctionsConfig, name: string): FunctionConfig {
  return config.functions.get(name) ?? defaultFunction;
}

/** Folders with shared code begin with an underscore. */
export function isFunctionName(name: string): boolean {
  return /^[A-Za-z][\w-]*$/.test(name);
}

/** The file that is run, relative to the folder of functions; undefined when there is none. */
export function findEntry(name: string, files: readonly string[]): string | undefined {
  return entryNames.map((entry) => join(name, entry)).find((entry) => files.includes(entry));
}

/** A path of config.toml relative to `functionsFolder`; undefined when it leads elsewhere. */
export function toInsidePath(
  path: string,
  configFolder: string,
  functionsFolder: string,
): string | undefined {
  const inside = relative(functionsFolder, resolve(configFolder, path));
  return inside.startsWith(`..${sep}`) || inside === '..' || isAbsolute(inside) ? undefined : inside;
}

/**
 * Writes the configuration for Deno: that of the function's folder or of the folder above, with the import map that config.toml names, or
 * that lies beside it, and with the modules that are known here.
 */
export async function writeConfig(options: {
  snapshot: string;
  name: string;
  entry: string;
  files: readonly string[];
  /** The import map of config.toml, with its own address in the snapshot. */
  importMap: string | undefined;
}): Promise<string> {
  const { snapshot, name, entry, files } = options;
  const find = (names: readonly string[]) => names.find((path) => files.includes(path));
  const base = find([join(name, 'deno.json'), join(name, 'deno.jsonc'), 'deno.json', 'deno.jsonc']);
  const map =
    options.importMap ?? find([join(name, 'import_map.json'), ...(base ? [] : ['import_map.json'])]);
  const config = base === undefined ? {} : parseJsonc(await readFile(join(snapshot, base), 'utf8'), base);
  const named = map === undefined ? {} : parseJsonc(await readFile(join(snapshot, map), 'utf8'), map);
  const own = toAddresses(config, join(snapshot, dirname(base ?? '')));
  const other = toAddresses(named, join(snapshot, dirname(map ?? '')));
  const imports = { ...knownModules, ...own.imports, ...other.imports };
  const scopes = { ...own.scopes, ...other.scopes };
  // Deno reads a package.json only beside a file of this name.
  const path = join(snapshot, dirname(entry), 'deno.json');
  await writeReadable(
    path,
    JSON.stringify({ ...config, imports, ...(Object.keys(scopes).length > 0 && { scopes }) }),
  );
  return path;
}

/** An import map whose relative addresses are those of its folder, wherever it is copied to. */
function toAddresses(
  { imports, scopes }: Record<string, unknown>,
  folder: string,
): Record<'imports' | 'scopes', Record<string, unknown>> {
  const address = (value: unknown) =>
    typeof value === 'string' && /^\.{1,2}\//.test(value)
      ? pathToFileURL(join(folder, value)).href + (value.endsWith('/') ? '/' : '')
      : value;
  const each = (table: unknown, change: (value: unknown) => unknown) =>
    isTable(table)
      ? Object.fromEntries(Object.entries(table).map(([key, value]) => [String(address(key)), change(value)]))
      : {};
  return { imports: each(imports, address), scopes: each(scopes, (scope) => each(scope, address)) };
}

/** JSON with comments and trailing commas, which Deno accepts. Throws an error that names the file. */
function parseJsonc(text: string, file: string): Record<string, unknown> {
  const strings = /"(?:\\.|[^"\\])*"/.source;
  const bare = text
    .replaceAll(new RegExp(`(${strings})|//[^\\n]*|/\\*[^]*?\\*/`, 'g'), '$1')
    .replaceAll(new RegExp(`(${strings})|,(?=\\s*[}\\]])`, 'g'), '$1');
  try {
    const value: unknown = JSON.parse(bare);
    if (isTable(value)) return value;
    throw new Error('it is not an object');
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
