import type { TomlSection } from './toml-section.ts';

/** The tables `[edge_runtime]` and `[functions.<name>]` of config.toml. */
export interface FunctionsConfig {
  enabled: boolean;
  /** `oneshot`: every request has a process of its own, which is for development. */
  policy: 'per_worker' | 'oneshot';
  /** Environment variables of all functions, beside those of `functions/.env`. */
  secrets: Record<string, string>;
  /** Only functions that have a table. */
  functions: ReadonlyMap<string, FunctionConfig>;
}

export interface FunctionConfig {
  enabled: boolean;
  /** Only callers with a key or an access token reach the function. */
  verifyJwt: boolean;
  /** Paths are relative to the folder of config.toml. */
  importMap: string | undefined;
  entrypoint: string | undefined;
  /** Patterns of files outside of the function's folder that it may read. */
  staticFiles: string[];
}

export const defaultFunction: FunctionConfig = {
  enabled: true,
  verifyJwt: true,
  importMap: undefined,
  entrypoint: undefined,
  staticFiles: [],
};

export const defaultFunctions: FunctionsConfig = {
  enabled: true,
  policy: 'per_worker',
  secrets: {},
  functions: new Map(),
};

export function readFunctionsSections(edgeRuntime: TomlSection, functions: TomlSection): FunctionsConfig {
  edgeRuntime.ignore('inspector_port', 'deno_version');
  const secrets = edgeRuntime.section('secrets');
  return {
    enabled: edgeRuntime.boolean('enabled', true),
    policy: edgeRuntime.choice('policy', ['per_worker', 'oneshot']),
    secrets: Object.fromEntries(secrets.keys().map((name) => [name, secrets.text(name, '')])),
    functions: new Map(functions.keys().map((name) => [name, readFunctionSection(functions.section(name))])),
  };
}

function readFunctionSection(section: TomlSection): FunctionConfig {
  section.ignore('env');
  return {
    enabled: section.boolean('enabled', true),
    verifyJwt: section.boolean('verify_jwt', true),
    importMap: section.text('import_map', '') || undefined,
    entrypoint: section.text('entrypoint', '') || undefined,
    staticFiles: section.list('static_files'),
  };
}
