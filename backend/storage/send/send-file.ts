import { parseByteRange } from '../../http/byte-range.ts';
import { isUnchanged, readRangeHeader } from '../../http/conditional-request.ts';
import { type ObjectRow, readFileMetadata } from '../object-row.ts';
import type { StorageRequest } from '../request.ts';
import type { StorageService } from '../service.ts';
import { noSuchObject, StorageError } from '../storage-error.ts';
import { type Audience, cacheHeader } from './cache-header.ts';
import { safeHeaders } from './safe-headers.ts';

/** Sends a stored file: all of it, a range, or 304. */
export async function sendFile(
  request: StorageRequest,
  service: StorageService,
  row: ObjectRow,
  audience: Audience,
): Promise<Response> {
  const { version } = row;
  const metadata = readFileMetadata(row);
  const { size } = metadata;
  if (version === null || size === undefined) throw noSuchObject();
  const etag = metadata.eTag ?? `"${version.replaceAll('-', '')}"`;
  const modified = row.updated_at ?? undefined;
  const headers = new Headers({
    ...safeHeaders(metadata.mimetype, row.name, request.query.get('download')),
    'accept-ranges': 'bytes',
    'cache-control': cacheHeader(metadata.cacheControl, audience),
    etag,
    ...(modified && { 'last-modified': modified.toUTCString() }),
  });
  if (isUnchanged(request.headers, etag, modified)) return new Response(null, { status: 304, headers });

  const range = parseByteRange(readRangeHeader(request.headers, etag, modified), size);
  if (range === 'outside') throw outside(size);
  headers.set('content-length', String(range ? range.end - range.start + 1 : size));
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`);
  const status = range ? 206 : 200;
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const body = await service.files.read(version, range);
  if (body === undefined) throw noSuchObject();
  return new Response(body, { status, headers });
}

function outside(size: number): StorageError {
  return new StorageError('InvalidRange', 416, 'invalid range provided', {
    title: 'invalid_range',
    httpStatus: 416,
    headers: { 'content-range': `bytes */${size}` },
  });
}
