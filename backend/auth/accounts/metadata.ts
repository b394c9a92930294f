import { identifier } from '../../../database/driver/sql.ts';
import type { Queries } from '../service/service.ts';
import type { Metadata } from './user-row.ts';

/**
 * Merges into one of an account's two metadata objects, in the database, so that no concurrent change is lost. Null removes a
 * key.
 */
export async function mergeMetadata(
  sql: Queries,
  userId: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  changes: Metadata,
): Promise<void> {
  const removed = Object.keys(changes).filter((key) => changes[key] === null);
  await sql`
    update auth.users
    set ${identifier(column)} = (coalesce(${identifier(column)}, '{}') || ${JSON.stringify(changes)}::text::jsonb) - ${removed}::text[]
    where id = ${userId}`;
}
