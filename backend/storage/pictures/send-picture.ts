import { createHash } from 'node:crypto';
import { isUnchanged } from '../../http/conditional-request.ts';
import { type ObjectRow, readFileMetadata } from '../object-row.ts';
import type { StorageRequest } from '../request.ts';
import { type Audience, cacheHeader } from '../send/cache-header.ts';
import { safeHeaders } from '../send/safe-headers.ts';
import { sendFile } from '../send/send-file.ts';
import type { StorageService } from '../service.ts';
import { noSuchObject, StorageError } from '../storage-error.ts';
import { describeTransform, type Transform, writeTransform } from '../transform/transform.ts';
import { withoutParameters } from '../upload/mime-rules.ts';

/** Larger files are not transformed. */
const maxSourceBytes = 25 * 1024 * 1024;

export async function sendPicture(
  request: StorageRequest,
  service: StorageService,
  { row, audience }: { row: ObjectRow; audience: Audience },
  asked: Transform,
): Promise<Response> {
  if (!service.config.imageTransformation)
    throw new StorageError('FeatureNotEnabled', 403, 'Image transformation is switched off here');
  const { version } = row;
  const metadata = readFileMetadata(row);
  // An SVG needs no resizing, and only browsers render it.
  if (withoutParameters(metadata.mimetype ?? '') === 'image/svg+xml')
    return sendFile(request, service, row, audience);
  if (version === null || metadata.size === undefined) throw noSuchObject();
  if (metadata.size > maxSourceBytes)
    throw new StorageError('InvalidRequest', 422, 'The source image file is too large to process');
  const transform = chooseFormat(asked, request.headers.get('accept') ?? '');
  const key = `${version},${writeTransform(transform)}`;
  const etag = `"${createHash('sha256').update(key).digest('hex').slice(0, 32)}"`;
  const headers = {
    'cache-control': cacheHeader(metadata.cacheControl, audience),
    etag,
    vary: 'Accept',
    ...(row.updated_at && { 'last-modified': row.updated_at.toUTCString() }),
  };
  if (isUnchanged(request.headers, etag, row.updated_at ?? undefined))
    return new Response(null, { status: 304, headers });
  const made = await service.pictures.make(key, transform, () => readSource(service, version));
  return new Response(request.method === 'HEAD' ? null : made.bytes, {
    headers: {
      ...headers,
      ...safeHeaders(made.type, row.name, request.query.get('download')),
      'content-length': String(made.bytes.byteLength),
      'x-transformations': describeTransform(asked),
    },
  });
}

/** Without a requested format, a browser that accepts WebP gets it: it is smaller. */
function chooseFormat(transform: Transform, accept: string): Transform {
  return transform.format || !accept.includes('image/webp') ? transform : { ...transform, format: 'webp' };
}

async function readSource({ files }: StorageService, version: string): Promise<Uint8Array> {
  const body = await files.read(version);
  if (body === undefined) throw noSuchObject();
  return new Uint8Array(await new Response(body).arrayBuffer());
}
