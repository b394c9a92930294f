import { findTable } from '../catalogue/catalogue.ts';
import type { Table } from '../catalogue/definitions.ts';
import { findSimilar } from '../catalogue/similar-name.ts';
import { RestError } from '../rest-error.ts';
import type { CompileInput } from './compiled.ts';

export function requireTable({
  catalogue,
  schema,
  name,
  role,
}: Pick<CompileInput, 'catalogue' | 'schema' | 'name' | 'role'>): Table {
  const table = findTable(catalogue, { schema, name });
  if (table !== undefined) return table;
  const names: string[] = [];
  for (const other of catalogue.tables.values())
    if (other.schema === schema && other.roles.some((known) => known === role)) names.push(other.name);
  const similar = findSimilar(names, name, 0.75);
  throw new RestError('PGRST205', 404, `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: similar === undefined ? null : `Perhaps you meant the table '${schema}.${similar.name}'`,
  });
}
