import { fragment, identifier, rawFragment } from '../../../database/driver/sql.ts';
import type { Log } from '../../../database/log.ts';
import { toErrorMessage } from '../../http/describe-error.ts';
import type { ColumnEncryption } from '../service/ports.ts';
import type { AuthDatabase } from '../service/service.ts';

/** Secrets that outlive a session. Others are re-encrypted when they are used, and expire soon. */
const columns = [
  { table: 'auth.mfa_factors', column: 'secret' },
  { table: 'auth.custom_oauth_providers', column: 'client_secret' },
] as const;
const batch = 500;
const beforeAllIds = '00000000-0000-0000-0000-000000000000';

export interface ReEncryption {
  /** Resolves when all rows are processed or the re-encryption is closed. It never rejects. */
  done: Promise<void>;
  close(): Promise<void>;
}

/**
 * Re-encrypts stored secrets with the current key, while requests are served: plain text and text of another key is encrypted
 * with the current key; without a current key everything becomes plain text again. A secret that cannot be read stays as it is
 * and is logged.
 */
export function startReEncryption(options: {
  database: AuthDatabase;
  encryption: ColumnEncryption;
  log: Log;
}): ReEncryption {
  const { encryption, log } = options;
  const { sql } = options.database;
  let isClosed = false;

  async function reEncryptColumn({ table, column }: (typeof columns)[number]): Promise<void> {
    const counts = { renewed: 0, unreadable: 0 };
    let reason = '';
    for (let after = beforeAllIds; !isClosed; ) {
      const rows = await sql<{ id: string; stored: string }[]>`
        select id, ${identifier(column)} as stored from ${rawFragment(table)}
        where id > ${after} and ${identifier(column)} <> '' and ${
          encryption.keyId === undefined
            ? fragment`starts_with(${identifier(column)}, '{"key_id":')`
            : fragment`not starts_with(${identifier(column)}, ${`{"key_id":${JSON.stringify(encryption.keyId)},`})`
        }
        order by id limit ${batch}`;
      for (const { id, stored } of rows) {
        try {
          const { renewed } = encryption.decrypt(id, stored);
          if (renewed === undefined) continue;
          await sql`
            update ${rawFragment(table)} set ${identifier(column)} = ${renewed} where id = ${id} and ${identifier(column)} = ${stored}`;
          counts.renewed += 1;
        } catch (error) {
          counts.unreadable += 1;
          reason = toErrorMessage(error);
        }
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < batch) break;
      after = last.id;
    }
    if (counts.renewed > 0)
      log({ level: 'info', message: `Secrets in ${table} were re-encrypted.`, count: counts.renewed });
    if (counts.unreadable > 0)
      log({
        level: 'warn',
        message: `Secrets in ${table} cannot be read. ${reason}`,
        count: counts.unreadable,
      });
  }

  async function reEncryptAll(): Promise<void> {
    try {
      for (const column of columns) await reEncryptColumn(column);
    } catch (error) {
      log({ level: 'warn', message: 'Stored secrets could not be re-encrypted.', error: String(error) });
    }
  }

  const done = reEncryptAll();
  return {
    done,
    close() {
      isClosed = true;
      return done;
    },
  };
}
