import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../database.ts';
import { DatabaseStartError } from '../errors.ts';
import { type StandIn, standIns } from './stand-ins.ts';

/** The comment on each schema of a stand-in, and on its functions in schemas of others: tells it from the extension. */
export const markOf = (name: string) =>
  `Stand-in of Porchlight for the extension ${name}, which this server did not have.`;

/** Creates it, or what is missing of it. A schema is given for functions that have none of their own. */
export async function createStandIn(sql: Sql, standIn: StandIn, givenSchema?: string): Promise<void> {
  const text = await readSource(sql, standIn, givenSchema);
  if (text === undefined) {
    throw new DatabaseStartError(
      `The stand-in for the extension ${standIn.name} needs the extension pgcrypto. Install it on the server of DATABASE_URL`,
    );
  }
  await sql.script(text);
}

/** Creates what migrations use without creating it, because every hosted project has it. */
export async function createPreinstalled(sql: Sql): Promise<void> {
  for (const standIn of standIns.values()) {
    if (!standIn.isPreinstalled || (await hasExtension(sql, standIn.name))) continue;
    const text = (await hasStandIn(sql, standIn.name)) ? undefined : await readSource(sql, standIn);
    if (text !== undefined) await sql.script(text);
  }
}

/** The statements of stand-ins that an earlier version of the program has created. */
export async function readOutdatedStandIns(sql: Sql): Promise<string[]> {
  const outdated: string[] = [];
  for (const standIn of standIns.values()) {
    if (!standIn.hasVersion || !(await hasStandIn(sql, standIn.name))) continue;
    const text = (await readSource(sql, standIn)) ?? '';
    const [version = ''] = /Version [0-9a-f]{16}/.exec(text) ?? [];
    const found = await sql`
      select from pg_description where description = ${version} and classoid = 'pg_class'::regclass`;
    if (found.length === 0) outdated.push(text);
  }
  return outdated;
}

/** The statements of a stand-in; undefined when they need pgcrypto, and it was not created. */
async function readSource(
  sql: Sql,
  { name, file }: StandIn,
  givenSchema: string | null = null,
): Promise<string | undefined> {
  if (!file) return '';
  const [found] = await sql<{ schema: string; pgcrypto: string | null }[]>`
    select quote_ident(coalesce(${givenSchema}, current_schema(), 'public')) as schema,
      (select quote_ident(nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace where extname = 'pgcrypto') as pgcrypto`;
  const text = await readFile(join(import.meta.dirname, file), 'utf8');
  if (text.includes('@pgcrypto@') && !found?.pgcrypto) return undefined;
  const version = `Version ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  return text
    .replaceAll('@version@', version)
    .replaceAll('@mark@', markOf(name))
    .replaceAll('@schema@', () => found?.schema ?? 'public')
    .replaceAll('@pgcrypto@', () => found?.pgcrypto ?? '');
}

/** Whether the server has it, created or not. */
export async function hasExtension(sql: Sql, name: string): Promise<boolean> {
  const found = await sql`
    select from pg_available_extensions where name = ${name} union all select from pg_extension where extname = ${name}`;
  return found.length > 0;
}

export async function hasStandIn(sql: Sql, name: string): Promise<boolean> {
  const found = await sql`
    select from pg_description where description = ${markOf(name)} and classoid in ('pg_namespace'::regclass, 'pg_proc'::regclass)`;
  return found.length > 0;
}
