import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parse, type TomlTable, type TomlValue } from 'smol-toml';
import { toErrorMessage } from '../http/describe-error.ts';
import { formatFaults, SettingsError } from '../identity/settings-error.ts';
import { type ApiConfig, readApiSection } from './api-config.ts';
import type { AuthConfig } from './auth-config.ts';
import { addEnvFiles } from './env-files.ts';
import { type FunctionsConfig, readFunctionsSections } from './functions-config.ts';
import { readAuthSection } from './read-auth-section.ts';
import { type RealtimeConfig, readRealtimeSection } from './realtime-config.ts';
import { readStorageSection, type StorageConfig } from './storage-config.ts';
import { type ConfigNotes, createTomlSection, type TomlSection } from './toml-section.ts';

export interface BackendConfig {
  /** The project's own name for itself; it may be empty. */
  projectId: string;
  port: number;
  api: ApiConfig;
  auth: AuthConfig;
  storage: StorageConfig;
  realtime: RealtimeConfig;
  functions: FunctionsConfig;
  /** The port of 127.0.0.1 on which the embedded database is open for other programs. Undefined: it is not. */
  databasePort: number | undefined;
  /** Seed files below `directory`; undefined when seeding is off. */
  seedPaths: string[] | undefined;
  /** Warnings about keys that have no effect. */
  warnings: string[];
  /** The file itself. */
  path: string;
  /** Paths in config.toml are relative to this folder. */
  directory: string;
}

type Environment = Record<string, string | undefined>;

/** Tables of the Supabase CLI that other modules read, or that have no meaning here. */
const ignoredTables = ['studio', 'inbucket', 'local_smtp', 'analytics', 'experimental', 'remotes'];

/** Reads supabase/config.toml, and porchlight.toml beside it. A missing file counts as empty: every key has a default. */
export async function readConfig(path: string, environment: Environment): Promise<BackendConfig> {
  const [text, ownText] = await Promise.all([readText(path), readText(ownFileBeside(path))]);
  const folder = dirname(resolve(path));
  // Most config.toml name no variable, and then no other file is read.
  const variables = `${text}${ownText}`.includes('env(') ? await addEnvFiles(folder, environment) : {};
  return parseConfig(text, { environment: variables, path, ownText });
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new SettingsError(`${path} cannot be read: ${error.message}`, { cause: error });
  });
}

/** The file for keys that the Supabase CLI does not know, and would warn about. */
function ownFileBeside(path: string): string {
  return join(dirname(path), 'porchlight.toml');
}

/** `ownText` is that of porchlight.toml, which adds keys to the tables of config.toml. */
export function parseConfig(
  text: string,
  options: { environment?: Environment; path?: string; ownText?: string } = {},
): BackendConfig {
  const path = options.path ?? 'supabase/config.toml';
  const notes: ConfigNotes = { problems: [], warnings: [] };
  const ownTable = parseToml(options.ownText ?? '', ownFileBeside(path));
  const table = mergeTables(parseToml(text, path), ownTable, (key) =>
    notes.problems.push(`${key} is in porchlight.toml too: remove one of them`),
  );
  const root = createTomlSection(table, '', notes, options.environment ?? {});
  const projectId = root.text('project_id', '');
  const api = root.section('api');
  const port = api.integer('port', 54321, { least: 0, most: 65535 });
  const offered = readApiSection(api);
  api.ignore('tls', 'external_url', 'auto_expose_new_tables');
  const db = root.section('db');
  const databasePort = db.integer('port', 0, { least: 1, most: 65535 }) || undefined;
  const seedPaths = readSeed(db);
  const auth = readAuthSection(root.section('auth'), root.section('porchlight').section('auth'), notes);
  const storage = readStorageSection(root.section('storage'));
  const realtime = readRealtimeSection(root.section('realtime'));
  const functions = readFunctionsSections(root.section('edge_runtime'), root.section('functions'));
  root.ignore(...ignoredTables);
  root.end();
  if (notes.problems.length > 0) {
    throw new SettingsError(`${path}: ${formatFaults(notes.problems)}`);
  }
  return {
    projectId,
    port,
    api: offered,
    auth,
    storage,
    realtime,
    functions,
    databasePort,
    seedPaths,
    warnings: notes.warnings.map((note) => `${path}: ${note}`),
    path: resolve(path),
    directory: dirname(resolve(path)),
  };
}

/** The files that are read once, at the start. */
export function listSettingsFiles({ path, directory, auth }: BackendConfig): string[] {
  const keys = auth.signingKeysPath === '' ? [] : [resolve(directory, auth.signingKeysPath)];
  return [path, ownFileBeside(path), ...keys];
}

/** Seeds. The rest of `[db]` configures a server that the Supabase CLI starts. */
function readSeed(db: TomlSection): string[] | undefined {
  db.ignore(...db.keys());
  const seed = db.section('seed');
  const paths = seed.has('sql_paths') ? seed.list('sql_paths') : ['./seed.sql'];
  return seed.boolean('enabled', true) ? paths : undefined;
}

function parseToml(text: string, path: string): TomlTable {
  try {
    return parse(text);
  } catch (cause) {
    throw new SettingsError(`${path} is not valid TOML: ${toErrorMessage(cause)}`, { cause });
  }
}

/** Adds the keys of one TOML table to another, also in the tables below it. A value that both have is reported, and the first counts. */
function mergeTables(
  first: TomlTable,
  second: TomlTable,
  onDuplicate: (key: string) => void,
  path = '',
): TomlTable {
  const merged = { ...first };
  for (const [key, value] of Object.entries(second)) {
    const present = merged[key];
    if (present === undefined) merged[key] = value;
    else if (isTable(present) && isTable(value))
      merged[key] = mergeTables(present, value, onDuplicate, `${path}${key}.`);
    else onDuplicate(`${path}${key}`);
  }
  return merged;
}

function isTable(value: TomlValue): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
}
