/** Stores a file: permission, bytes, and the row that names them. */

import { randomUUID } from 'node:crypto';
import type { TransactionSql } from '../../../database/database.ts';
import { fragment } from '../../../database/driver/sql.ts';
import { json } from '../../../database/driver/values.ts';
import { sqlStateOf } from '../../../database/errors.ts';
import { claimAsCaller, type Operation, tryAsCaller } from '../as-caller.ts';
import type { BucketRules } from '../buckets/bucket-row.ts';
import type { Caller } from '../caller.ts';
import { type Bytes, StoreUnavailable } from '../files/file-store.ts';
import { describeFile } from '../object-row.ts';
import type { StorageService } from '../service.ts';
import type { JsonObject } from '../upload/upload-body.ts';

/** The destination of a file, and on whose behalf it is stored. */
export interface Destination {
  bucket: string;
  name: string;
  owner: string | undefined;
  isUpsert: boolean;
  /** The caller for row security. Undefined: the server, after the caller's permission was checked. */
  caller: Caller | undefined;
  operation: Operation;
}

/** The error of the trigger when the file was given up. */
const givenUp = 'PL001';

/** The smaller of the bucket's limit and the configured limit. */
export function maxFileSize(service: StorageService, bucket: BucketRules): number {
  const { fileSizeLimit } = service.config;
  return bucket.file_size_limit === null
    ? fileSizeLimit
    : Math.min(Number(bucket.file_size_limit), fileSizeLimit);
}

/** Throws before a byte is read when row security would reject the object. */
export async function requireMayStore(
  service: StorageService,
  to: Destination,
  claimed: { mimetype: string; contentLength?: number | undefined; userMetadata?: JsonObject },
): Promise<void> {
  const { userMetadata = {}, ...metadata } = claimed;
  const { caller } = to;
  if (caller === undefined) return;
  await tryAsCaller(service, caller, to.operation, (sql) =>
    insertObject(sql, to, { id: randomUUID(), version: null, metadata: { ...metadata }, userMetadata }),
  );
}

/** Stores the bytes and then the row. A failure leaves nothing behind. */
export async function storeFile(
  service: StorageService,
  to: Destination,
  bytes: Bytes,
  describe: () => { mimeType: string; cacheControl: string; userMetadata: JsonObject },
): Promise<{ id: string }> {
  const version = randomUUID();
  await service.unclaimedFiles.hold(version);
  let isStored = false;
  try {
    const size = await service.files.write(version, bytes);
    const { userMetadata, ...details } = describe();
    const stored = await recordObject(service, to, version, { size, ...details, userMetadata });
    isStored = true;
    return stored;
  } finally {
    await service.unclaimedFiles.release(version, isStored);
    // Removes the replaced file.
    if (isStored && to.isUpsert) service.unclaimedFiles.sweepSoon();
  }
}

/** Writes the row as the caller. A trigger claims the file in the same transaction: porchlight.claim_file(). */
export async function recordObject(
  service: StorageService,
  to: Destination,
  version: string,
  {
    userMetadata,
    ...file
  }: { size: number; mimeType: string; cacheControl: string; userMetadata: JsonObject },
): Promise<{ id: string }> {
  const { database, nowSeconds } = service;
  const now = new Date(nowSeconds() * 1000);
  const metadata = describeFile(version, file.size, { ...file, now });
  const id = randomUUID();
  const insert = (sql: TransactionSql) =>
    insertObject(sql, to, { id, version, metadata: { ...metadata }, userMetadata });
  try {
    if (to.caller !== undefined) {
      const claim = { operation: to.operation, claimedFile: version };
      await claimAsCaller(service, to.caller, claim, insert);
    } else {
      await database.transaction(async (sql) => {
        await sql`select set_config('storage.claimed_file', ${version}, true)`;
        await insert(sql);
      });
    }
  } catch (error) {
    throw sqlStateOf(error) === givenUp
      ? new StoreUnavailable('The file was given up before it was complete.')
      : error;
  }
  if (!to.isUpsert) return { id };
  // A replaced object keeps its id. It is returned also to callers who may insert but not select.
  const [row] = await database.sql<{ id: string }[]>`
    select id from storage.objects where bucket_id = ${to.bucket} and name = ${to.name}`;
  return row ?? { id };
}

async function insertObject(
  sql: TransactionSql,
  to: Destination,
  row: { id: string; version: string | null; metadata: JsonObject; userMetadata: JsonObject },
): Promise<void> {
  await sql`
    insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
    values (${row.id}, ${to.bucket}, ${to.name}, ${to.owner ?? null}::text::uuid, ${to.owner ?? null}, ${row.version},
      ${json(row.metadata)}, ${json(row.userMetadata)})
    ${
      to.isUpsert
        ? fragment`on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
            version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata`
        : fragment``
    }`;
}
