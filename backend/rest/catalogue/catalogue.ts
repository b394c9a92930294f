import type { Name, Relationship, RoleSettings, Routine, Table } from './definitions.ts';
import { keyOf, type Relationships } from './relationships.ts';

/** A snapshot of the database's definitions. It never changes; a new snapshot replaces it. */
export interface Catalogue {
  /** The exposed schemas that exist; a request that names no schema uses the first. */
  schemas: readonly string[];
  settings: RoleSettings;
  tables: ReadonlyMap<string, Table>;
  routines: ReadonlyMap<string, readonly Routine[]>;
  relationships: Relationships;
}

export function findTable(catalogue: Catalogue, name: Name): Table | undefined {
  return catalogue.tables.get(keyOf(name));
}

export function findRoutines(catalogue: Catalogue, name: Name): readonly Routine[] {
  return catalogue.routines.get(keyOf(name)) ?? [];
}

export function findRelationshipsFrom(catalogue: Catalogue, table: Name): readonly Relationship[] {
  return catalogue.relationships.get(keyOf(table)) ?? [];
}
