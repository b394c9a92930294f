import type { TomlSection } from './toml-section.ts';

/** The `[api]` table of config.toml: what of the database is offered over HTTP. */
export interface ApiConfig {
  enabled: boolean;
  /** Schemas whose tables and functions can be asked for. The first is meant when a request names none. */
  schemas: readonly string[];
  /** Looked through after the schema, for types and functions. */
  extraSearchPath: readonly string[];
  /** At most this many rows in an answer. */
  maxRows: number | undefined;
}

export const defaultApi: ApiConfig = {
  enabled: true,
  schemas: ['public'],
  extraSearchPath: ['public', 'extensions'],
  maxRows: 1000,
};

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
