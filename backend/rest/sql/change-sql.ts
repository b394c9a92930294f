import type { Column, Name } from '../catalogue/definitions.ts';
import type { Logic } from '../request/parsed-query.ts';
import { toBodyRowsSql } from './body-sql.ts';
import type { Rows } from './field-sql.ts';
import { toLogicSql } from './filter-sql.ts';
import { type Bindings, identifier, qualified } from './statement.ts';

/** A change of a table's rows. `returning` names the returned columns; the row count needs none. */
interface Change {
  table: Name;
  rows: Rows;
  returning: string[];
}

export interface Insert extends Change {
  columns: Column[];
  isObject: boolean;
  fillsDefaults: boolean;
  conflict: { columns: string[]; isMerged: boolean } | undefined;
  /** For PUT: the conditions of the URL that the body must satisfy. */
  conditions: Logic[];
}

export interface Update extends Change {
  columns: Column[];
  isObject: boolean;
  fillsDefaults: boolean;
  where: Logic[];
}

export interface Delete extends Change {
  where: Logic[];
}

const counter = 'pgrst.inserted';
/** The number of rows that were inserted and not merged. It is counted in a setting, because the returned rows do not show it. */
export const insertedSql = `nullif(current_setting('${counter}', true), '')::int`;
const count = (step: '+' | '-') =>
  `set_config('${counter}', (coalesce(${insertedSql}, 0) ${step} 1)::text, true) is not null`;

export function toInsertSql(insert: Insert, bindings: Bindings): string {
  const { table, columns, conflict, conditions } = insert;
  const names = columns.map(({ name }) => identifier(name));
  const values = names.map((name) => `pgrst_body.${name}`).join(', ');
  const body = toBodyRowsSql({ ...insert, fields: columns }, bindings);
  const tests = conditions.map((logic) =>
    toLogicSql({ rows: { alias: 'pgrst_body', definition: insert.rows.definition }, bindings }, logic),
  );
  const isCounted = conflict?.isMerged === true;
  const where = [...tests, ...(isCounted ? [count('+')] : [])];
  return [
    `insert into ${qualified(table)} as ${identifier(insert.rows.alias)}${names.length === 0 ? '' : ` (${names.join(', ')})`}`,
    `select ${values} from ${body}`,
    where.length === 0 ? '' : `where ${where.join(' and ')}`,
    conflictSql(conflict, names),
    returningSql(insert),
  ]
    .filter(Boolean)
    .join(' ');
}

function conflictSql(conflict: Insert['conflict'], names: string[]): string {
  if (conflict === undefined || conflict.columns.length === 0) return '';
  const target = `on conflict (${conflict.columns.map(identifier).join(', ')})`;
  if (!conflict.isMerged || names.length === 0) return `${target} do nothing`;
  return `${target} do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')} where ${count('-')}`;
}

export function toUpdateSql(update: Update, bindings: Bindings): string {
  const { table, rows, columns } = update;
  const alias = identifier(rows.alias);
  if (columns.length === 0) {
    // An update without columns is not valid SQL; an empty result has the same columns.
    const names = update.returning.map((name) =>
      name === '*' ? `${alias}.*` : `${alias}.${identifier(name)}`,
    );
    return `select ${names.length === 0 ? 'null' : names.join(', ')} from ${qualified(table)} as ${alias} where false`;
  }
  const settings = columns.map(({ name }) => `${identifier(name)} = pgrst_body.${identifier(name)}`);
  const body = toBodyRowsSql({ ...update, fields: columns }, bindings);
  return `update ${qualified(table)} as ${alias} set ${settings.join(', ')} from ${body}${whereSql(rows, update.where, bindings)} ${returningSql(update)}`;
}

export function toDeleteSql(change: Delete, bindings: Bindings): string {
  const { table, rows, where } = change;
  return `delete from ${qualified(table)} as ${identifier(rows.alias)}${whereSql(rows, where, bindings)} ${returningSql(change)}`;
}

function whereSql(rows: Rows, where: Logic[], bindings: Bindings): string {
  if (where.length === 0) return '';
  return ` where ${where.map((logic) => toLogicSql({ rows, bindings }, logic)).join(' and ')}`;
}

function returningSql({ rows, returning }: Change): string {
  if (returning.length === 0) return 'returning 1';
  const alias = identifier(rows.alias);
  return `returning ${returning.map((name) => (name === '*' ? `${alias}.*` : `${alias}.${identifier(name)}`)).join(', ')}`;
}
