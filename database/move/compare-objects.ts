import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../database.ts';

/** What the migrations have not made in the target as it is in the source. */
export async function compareObjects(source: Sql, target: Sql): Promise<string[]> {
  const isSameVersion = (await readVersion(source)) === (await readVersion(target));
  return findDifferences(await readObjects(source, isSameVersion), await readObjects(target, isSameVersion));
}

async function readVersion(sql: Sql): Promise<number | undefined> {
  const [row] = await sql<
    { major: number }[]
  >`select current_setting('server_version_num')::int / 10000 as major`;
  return row?.major;
}

/** What a database has, without its rows: names for people, with their definitions. */
async function readObjects(sql: Sql, withQueries: boolean): Promise<Map<string, string>> {
  const text = await readFile(join(import.meta.dirname, 'objects.sql'), 'utf8');
  const rows = await sql.unsafe<{ name: string; definition: string | null }[]>(text, [withQueries]);
  return new Map(rows.map(({ name, definition }) => [name, definition ?? '']));
}

/** Indexes and columns of what is missing are not named as well. */
function findDifferences(source: Map<string, string>, target: Map<string, string>): string[] {
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
