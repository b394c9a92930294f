import type { TransactionSql } from '../../database/database.ts';
import type { Caller } from './caller.ts';
import type { StorageService } from './service.ts';

/** What a request is about. Policies can ask for it: storage.operation(). */
export type Operation =
  | `storage.bucket.${'create' | 'delete' | 'list' | 'get' | 'update'}`
  | `storage.object.${
      | 'copy'
      | 'upload'
      | 'upload_update'
      | 'delete'
      | 'delete_many'
      | 'get_authenticated'
      | 'sign_upload_url'
      | 'sign'
      | 'sign_many'
      | 'list'
      | 'list_v2'
      | 'move'}`
  | 'object.get_authenticated_info'
  | 'storage.render.image_authenticated'
  | `storage.tus.upload.${'create' | 'part'}`;

/** One transaction in which row security decides as the caller. */
export function asCaller<T>(
  { database }: Pick<StorageService, 'database'>,
  caller: Caller,
  operation: Operation,
  work: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  return database.transaction(async (sql) => {
    // Sent together with the first statement of `work`; should it fail, the transaction is dead before that runs.
    const [, value] = await Promise.all([becomeCaller(sql, caller, operation), work(sql)]);
    return value;
  });
}

/** From here on the transaction is the caller's. */
export async function becomeCaller(sql: TransactionSql, caller: Caller, operation: Operation): Promise<void> {
  // `execute` sends it now; without it, it would be sent when it is waited for.
  await sql`
    select set_config('role', ${caller.role}, true),
      set_config('request.jwt.claims', ${caller.claimsText}, true),
      set_config('storage.operation', ${operation}, true)`.execute();
}

/** From here on it is the server's again, which owns the tables. */
export async function becomeServer(sql: TransactionSql): Promise<void> {
  await sql`select set_config('role', 'none', true)`;
}

class Undone extends Error {}

/** Whether the caller may do this: it is tried, and undone. */
export async function tryAsCaller(
  service: Pick<StorageService, 'database'>,
  caller: Caller,
  operation: Operation,
  work: (sql: TransactionSql) => Promise<unknown>,
): Promise<void> {
  const undone = new Undone();
  try {
    await asCaller(service, caller, operation, async (sql) => {
      await work(sql);
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
}
