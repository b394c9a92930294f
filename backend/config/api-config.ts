import type { TomlSection } from './toml-section.ts';

/** The `[api]` table of config.toml: which schemas are exposed over HTTP. */
export interface ApiConfig {
  enabled: boolean;
  /** The exposed schemas. A request that names no schema uses the first. */
  schemas: readonly string[];
  /** Added to the search path after the schema, for types and functions. */
  extraSearchPath: readonly string[];
  /** The maximum number of rows in a response. */
  maxRows: number | undefined;
  /** Set in the database for each request, so that functions can read them. config.toml has none. */
  settings?: readonly (readonly [name: string, value: string])[];
  /** Functions whose results may miss the last seconds: they are run on a replica if there is one. config.toml has none. */
  reports?: readonly string[];
}

export const defaultApi: ApiConfig = {
  enabled: true,
  schemas: ['public'],
  extraSearchPath: ['public', 'extensions'],
  maxRows: 1000,
};

/** Whether clients may use queues: Supabase's Queues have them in this schema. */
export function offersQueues({ schemas }: ApiConfig): boolean {
  return schemas.includes('pgmq_public');
}

export function readApiSection(section: TomlSection): ApiConfig {
  const listed = section.has('schemas') ? section.list('schemas') : [];
  const maxRows = section.integer('max_rows', defaultApi.maxRows ?? 0);
  return {
    enabled: section.boolean('enabled', true),
    schemas: listed.length === 0 ? defaultApi.schemas : listed,
    extraSearchPath: section.has('extra_search_path')
      ? section.list('extra_search_path')
      : defaultApi.extraSearchPath,
    maxRows: maxRows === 0 ? undefined : maxRows,
  };
}
