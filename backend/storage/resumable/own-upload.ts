import type { Caller } from '../caller.ts';
import type { Destination } from '../objects/store-object.ts';
import type { StorageRequest } from '../request.ts';
import type { StorageService } from '../service.ts';
import { accessDenied } from '../storage-error.ts';
import { requireUpload, type UploadRow } from './upload-row.ts';

export interface OwnUpload {
  row: UploadRow;
  /** The destination when it is complete, on behalf of the current caller. */
  to: Destination;
}

/** The upload of the URL, for the user who created it or a holder of the signature it was created with. */
export async function requireOwnUpload(request: StorageRequest, service: StorageService): Promise<OwnUpload> {
  const row = await requireUpload(service.database.sql, request.id);
  if (row.is_signed) {
    service.urlTokens.requireUpload(request.headers.get('x-signature'), `${row.bucket_id}/${row.name}`);
    return { row, to: destinationOf(row, undefined) };
  }
  const caller = await request.caller();
  const isTheirs = caller.role === row.role && (caller.user ?? null) === row.owner_id;
  if (!isTheirs && caller.role !== 'service_role') throw accessDenied('This is the upload of another user');
  return { row, to: destinationOf(row, caller) };
}

export function destinationOf(
  row: Pick<UploadRow, 'bucket_id' | 'name' | 'owner_id' | 'is_upsert'>,
  caller: Caller | undefined,
): Destination {
  return {
    bucket: row.bucket_id,
    name: row.name,
    owner: row.owner_id ?? undefined,
    isUpsert: row.is_upsert,
    caller,
    operation: 'storage.tus.upload.part',
  };
}
