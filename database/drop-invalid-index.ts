import type { Sql } from './database.ts';
import { identifier } from './driver/sql.ts';

const pattern =
  /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?("[^"]+"|[\w$]+)\s+on\s+(?:only\s+)?((?:"[^"]+"|[\w$.])+)/i;

/**
 * `create index concurrently` that fails or is killed leaves an index that is not used, and that stops the next attempt or, with `if not
 * exists`, is taken for the finished one. Does nothing for other statements.
 */
export async function dropInvalidIndex(sql: Sql, statement: string): Promise<void> {
  const [, index, table] = pattern.exec(statement) ?? [];
  if (index === undefined || table === undefined) return;
  const name = index.startsWith('"') ? index.slice(1, -1) : index.toLowerCase();
  const [found] = await sql<{ schema: string }[]>`
    select n.nspname as schema
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relname = ${name} and i.indrelid = to_regclass(${table}) and not i.indisvalid`;
  if (found) await sql`drop index ${identifier(found.schema)}.${identifier(name)}`;
}
