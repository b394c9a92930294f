import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../database.ts';

/** What a database has, without its rows: names for people, with their definitions. */
export async function readObjects(sql: Sql): Promise<Map<string, string>> {
  const text = await readFile(join(import.meta.dirname, 'objects.sql'), 'utf8');
  const rows = await sql.unsafe<{ name: string; definition: string | null }[]>(text, []);
  return new Map(rows.map(({ name, definition }) => [name, definition ?? '']));
}

/** What the migrations have not made in the target as it is in the source. Indexes and columns of what is missing are not named as well. */
export function findDifferences(source: Map<string, string>, target: Map<string, string>): string[] {
  const differing = [...source].filter(([name, definition]) => target.get(name) !== definition);
  const added = [...target.keys()].filter((name) => !source.has(name) && name.startsWith('the rights on '));
  const names = [...differing.map(([name]) => name), ...added];
  const tables = names.flatMap((name) => /^the (?:table|view|sequence) (.+)$/.exec(name)?.[1] ?? []);
  const isPart = (name: string) =>
    tables.some(
      (table) => !name.endsWith(` ${table}`) && (name.includes(` ${table}.`) || name.includes(` ${table}_`)),
    );
  const isOfTable = (name: string) =>
    tables.some((table) => name === `the rights on ${table}` || name.endsWith(` on ${table}`));
  return names.filter((name) => !isPart(name) && !isOfTable(name));
}
