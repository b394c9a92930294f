import type { Sql } from '../../../database/database.ts';
import { fragment } from '../../../database/driver/sql.ts';
import { noSuchBucket } from '../storage-error.ts';

/** The bucket's rules for uploads. */
export interface BucketRules {
  id: string;
  public: boolean;
  file_size_limit: string | null;
  allowed_mime_types: string[] | null;
}

/** Reads the bucket as the server, for any caller: its existence and rules are not secret. Throws when it does not exist. */
export async function requireBucket(sql: Sql, id: string): Promise<BucketRules> {
  const [row] = await sql<BucketRules[]>`
    select id, coalesce(public, false) as public, file_size_limit, allowed_mime_types
    from storage.buckets where id = ${id} and type = 'STANDARD'`;
  if (row === undefined) throw noSuchBucket();
  return row;
}

/** Read by storage-js: keep these keys. */
export interface WireBucket {
  id: string;
  name: string;
  owner: string;
  public: boolean;
  created_at: Date;
  updated_at: Date;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
}

/** The columns of WireBucket. */
export const bucketColumns = fragment`id, name, coalesce(owner_id, owner::text, '') as owner, coalesce(public, false) as public,
  created_at, updated_at, file_size_limit::float8 as file_size_limit, allowed_mime_types`;
