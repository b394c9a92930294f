import type { TransactionSql } from '../../database/database.ts';
import { resetSessionStatements } from '../../database/reset-session.ts';
import type { Caller } from './caller.ts';
import type { StorageService } from './service.ts';

/** The operation of a request. Policies can read it: storage.operation(). */
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

/** Runs a transaction as the caller, under row security, on a connection that can switch to callers' roles only. */
export function asCaller<T>(
  service: Pick<StorageService, 'requests' | 'config'>,
  caller: Caller,
  operation: Operation,
  work: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  return claimAsCaller(service, caller, { operation, claimedFile: '' }, work);
}

/** The same for work that turns a file into an object. It fails when the file was given up in the meantime. */
export function claimAsCaller<T>(
  { requests, config }: Pick<StorageService, 'requests' | 'config'>,
  caller: Caller,
  { operation, claimedFile }: { operation: Operation; claimedFile: string },
  work: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  return requests(caller.role).transaction(async (sql) => {
    // `execute` sends them now, with the first statement of `work`; if one fails, the transaction is aborted before that runs.
    const begun = [
      ...resetSessionStatements.map((text) => sql.unsafe(text, [])),
      ...(config.settings ?? []).map(([name, value]) => sql`select set_config(${name}, ${value}, true)`),
      sql`
        select set_config('request.jwt.claims', ${caller.claimsText}, true), set_config('request.headers', ${caller.headersText}, true),
          set_config('storage.operation', ${operation}, true), set_config('storage.claimed_file', ${claimedFile}, true),
          set_config('role', ${caller.role}, true)`,
    ];
    const [value] = await Promise.all([work(sql), ...begun]);
    return value;
  });
}

class Rollback extends Error {}

/** Whether the caller may do this: it is tried and rolled back. */
export async function tryAsCaller(
  service: Pick<StorageService, 'requests' | 'config'>,
  caller: Caller,
  operation: Operation,
  work: (sql: TransactionSql) => Promise<unknown>,
): Promise<void> {
  const rollback = new Rollback();
  try {
    await asCaller(service, caller, operation, async (sql) => {
      await work(sql);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
}
