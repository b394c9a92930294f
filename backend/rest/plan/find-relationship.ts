import { type Catalogue, findRelationshipsFrom, findTable } from '../catalogue/catalogue.ts';
import type { ForeignKeyRelationship, Name, Relationship } from '../catalogue/definitions.ts';
import { findSimilar } from '../catalogue/similar-name.ts';
import { RestError } from '../rest-error.ts';

interface Wanted {
  catalogue: Catalogue;
  origin: Name;
  target: string;
  hint: string | undefined;
  role: string;
}

/** Finds the relationship of `origin?select=target!hint(…)`; throws when there is none or more than one. */
export function requireRelationship(wanted: Wanted): Relationship {
  const all = findRelationshipsFrom(wanted.catalogue, wanted.origin);
  const found = all.filter((relationship) => isMeant(relationship, wanted));
  const [first, second] = found;
  if (first === undefined) throw noRelationship(wanted, all);
  if (second !== undefined) throw ambiguous(wanted, found);
  return first;
}

function isMeant(relationship: Relationship, { target, hint }: Wanted): boolean {
  if (relationship.kind === 'computed') return relationship.function.name === target;
  const { foreign, constraint, cardinality, isForeignView } = relationship;
  const isTable = foreign.name === target;
  const isManyToMany = cardinality === 'many-to-many';
  const [own, other] = relationship.columns.length === 1 ? (relationship.columns[0] ?? []) : [];
  if (relationship.isSelf) {
    // One key, two directions: the table's name means the rows that reference this one, the column's name the referenced row.
    if (hint === undefined)
      return (isTable && cardinality === 'one-to-many') || (own === target && cardinality === 'many-to-one');
    return isTable && cardinality === 'one-to-many' && other === hint;
  }
  if (hint === undefined)
    return isTable || (!isForeignView && ((!isManyToMany && constraint === target) || own === target));
  return (
    isTable &&
    ((!isManyToMany && constraint === hint) ||
      own === hint ||
      other === hint ||
      relationship.junction?.table.name === hint)
  );
}

function noRelationship(
  { catalogue, origin, target, hint, role }: Wanted,
  all: readonly Relationship[],
): RestError {
  const isVisible = (name: Name) =>
    findTable(catalogue, name)?.roles.some((known) => known === role) ?? false;
  const names = new Set(
    all
      .map(({ foreign }) => foreign)
      .filter(isVisible)
      .map(({ name }) => name),
  );
  const similar = names.has(target) ? undefined : findSimilar(names, target, 0.33);
  const withHint = hint === undefined ? '' : ` using the hint '${hint}`;
  return new RestError(
    'PGRST200',
    400,
    `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin.name}' and '${target}'${withHint}${hint === undefined ? '' : "'"} in the schema '${origin.schema}', but no matches were found.`,
      hint: similar === undefined ? null : `Perhaps you meant '${similar.name}' instead of '${target}'.`,
    },
  );
}

function ambiguous({ origin, target }: Wanted, found: Relationship[]): RestError {
  const keys = found.filter(
    (relationship): relationship is ForeignKeyRelationship => relationship.kind === 'foreign-key',
  );
  const choices = keys.map(
    ({ foreign, constraint, junction }) => `'${foreign.name}!${junction?.table.name ?? constraint}'`,
  );
  return new RestError(
    'PGRST201',
    300,
    `Could not embed because more than one relationship was found for '${origin.name}' and '${target}'`,
    {
      details: keys.map(describe),
      hint: `Try changing '${target}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  );
}

function describe({ table, foreign, cardinality, constraint, columns, junction }: ForeignKeyRelationship) {
  const list = (names: string[]) => `(${names.join(', ')})`;
  const own = columns.map((pair) => pair[0]);
  const other = columns.map((pair) => pair[1]);
  const relationship =
    junction === undefined
      ? `${constraint} using ${table.name}${list(own)} and ${foreign.name}${list(other)}`
      : `${junction.table.name} using ${constraint}${list(junction.source.map((pair) => pair[1]))} and ${junction.constraint}${list(junction.target.map((pair) => pair[1]))}`;
  return { cardinality, embedding: `${table.name} with ${foreign.name}`, relationship };
}
