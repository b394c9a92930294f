import type { Sql, TransactionSql } from '../../../database/database.ts';
import { fragment, insertion } from '../../../database/driver/sql.ts';
import { json } from '../../../database/driver/values.ts';
import { isUuid } from '../../identity/read-caller.ts';
import { StorageError } from '../storage-error.ts';
import type { JsonObject } from '../upload/upload-body.ts';

/** A resumable upload (porchlight.resumable_uploads). */
export interface UploadRow {
  id: string;
  bucket_id: string;
  name: string;
  role: string;
  owner_id: string | null;
  is_signed: boolean;
  is_upsert: boolean;
  length: number;
  mime_type: string;
  cache_control: string;
  user_metadata: JsonObject;
  expires_at: Date;
  finished_at: Date | null;
}

export async function requireUpload(sql: Sql, id: string): Promise<UploadRow> {
  const [row] = isUuid(id)
    ? await sql<(UploadRow & { is_over: boolean })[]>`
        select id, bucket_id, name, role, owner_id, is_signed, is_upsert, length::float8 as length, mime_type,
          cache_control, coalesce(user_metadata, '{}') as user_metadata, expires_at, finished_at,
          expires_at <= now() as is_over
        from porchlight.resumable_uploads where id = ${id}`
    : [];
  if (row === undefined) throw new StorageError('NoSuchUpload', 404, 'Upload not found');
  if (row.is_over) throw new StorageError('NoSuchUpload', 410, 'The upload has expired');
  return row;
}

/** Adds the upload and its file, which is removed unless the upload is finished within a day. Returns the expiry. */
export async function addUpload(
  sql: TransactionSql,
  row: Omit<UploadRow, 'finished_at' | 'expires_at'>,
): Promise<Date> {
  const [added] = await sql<{ expires_at: Date }[]>`
    with file as (
      insert into porchlight.unclaimed_files (version, due_at) values (${row.id}, now() + interval '24 hours'))
    insert into porchlight.resumable_uploads ${insertion({
      ...row,
      user_metadata: json(row.user_metadata),
      expires_at: fragment`now() + interval '24 hours'`,
    })}
    returning expires_at`;
  if (added === undefined) throw new Error('The upload was not entered.');
  return added.expires_at;
}

/** Deletes an upload without an object. Its file becomes due. */
export async function dropUpload(sql: Sql, id: string): Promise<void> {
  await sql`
    with dropped as (delete from porchlight.resumable_uploads where id = ${id})
    update porchlight.unclaimed_files set due_at = now() where version = ${id}`;
}
