import { z } from 'zod';
import type { Sql } from '../../database/database.ts';
import { noSuchObject } from './storage-error.ts';
import type { JsonObject } from './upload/upload-body.ts';

/** The columns that a download needs. */
export interface ObjectRow {
  id: string;
  name: string;
  bucket_id: string;
  version: string | null;
  metadata: unknown;
  user_metadata: JsonObject | null;
  created_at: Date | null;
  updated_at: Date | null;
}

/** Stored in storage.objects.metadata, under Supabase's names. */
export interface FileMetadata {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
}

export function describeFile(
  version: string,
  size: number,
  more: { mimeType: string; cacheControl: string; now: Date },
): FileMetadata {
  return {
    eTag: `"${version.replaceAll('-', '')}"`,
    size,
    mimetype: more.mimeType,
    cacheControl: more.cacheControl,
    lastModified: more.now.toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}

/** Rows may have been written by other programs: invalid members are left out. */
const stored = z.object({
  eTag: z
    .string()
    .regex(/^"[\x21\x23-\x7e]{1,100}"$/)
    .optional()
    .catch(undefined),
  size: z.number().int().min(0).optional().catch(undefined),
  mimetype: z.string().optional().catch(undefined),
  cacheControl: z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/)
    .optional()
    .catch(undefined),
});

export function readFileMetadata(row: Pick<ObjectRow, 'metadata'>): z.infer<typeof stored> {
  return stored.catch({}).parse(row.metadata ?? {});
}

/** Reads as the role of the connection. */
export async function findObject(sql: Sql, bucket: string, name: string): Promise<ObjectRow | undefined> {
  const [row] = await sql<ObjectRow[]>`
    select id, name, bucket_id, version, metadata, user_metadata, created_at, updated_at
    from storage.objects where bucket_id = ${bucket} and name = ${name}`;
  return row;
}

export async function requireObject(sql: Sql, bucket: string, name: string): Promise<ObjectRow> {
  const row = await findObject(sql, bucket, name);
  if (row === undefined) throw noSuchObject();
  return row;
}
