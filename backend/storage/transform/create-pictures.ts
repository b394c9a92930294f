/** Image transformations. The library is loaded on first use; few run at a time, and recent results are cached. */
import { BoundedMap } from '../../http/bounded-map.ts';
import { createConcurrencyLimit } from '../../http/concurrency-limit.ts';
import { StorageError } from '../storage-error.ts';
import type { Transform } from './transform.ts';

export interface RenderedPicture {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export interface Pictures {
  /** `key` is the cache key of the result. */
  make(key: string, transform: Transform, read: () => Promise<Uint8Array>): Promise<RenderedPicture>;
}

const maxCachedBytes = 16 * 1024 * 1024;
const maxPixels = 50_000_000;
const maxSeconds = 15;

export function createPictures(): Pictures {
  const cache = new BoundedMap<RenderedPicture>(maxCachedBytes, ({ bytes }) => bytes.byteLength);
  const inFlight = new Map<string, Promise<RenderedPicture>>();
  const limit = createConcurrencyLimit({ maxRunning: 2, queue: { maxWaiting: 50, busy } });

  return {
    async make(key, transform, read) {
      const known = cache.touch(key) ?? inFlight.get(key);
      if (known) return known;
      const making = limit(async () => transformPicture(await read(), transform)).finally(() =>
        inFlight.delete(key),
      );
      inFlight.set(key, making);
      const made = await making;
      // One large picture must not displace all others.
      if (made.bytes.byteLength <= maxCachedBytes / 4) cache.set(key, made);
      return made;
    },
  };
}

async function transformPicture(source: Uint8Array, transform: Transform): Promise<RenderedPicture> {
  const kind = findPictureKind(source);
  if (kind === undefined) throw notAPicture();
  const { default: sharp } = await import('sharp');
  // We cache results ourselves, so the library needs no cache.
  sharp.cache(false);
  sharp.concurrency(1);
  const { width, height, resize = 'cover', quality = 80, format } = transform;
  const target: PictureKind = format === 'webp' || format === 'avif' ? format : kind;
  const fits = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;
  try {
    const picture = sharp(source, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: maxSeconds })
      .autoOrient();
    if (width || height)
      picture.resize(width ?? null, height ?? null, {
        fit: fits[resize ?? 'cover'],
        withoutEnlargement: false,
      });
    picture.toFormat(target, { quality: quality ?? 80, ...(target === 'avif' && { effort: 2 }) });
    return { type: `image/${target}`, bytes: new Uint8Array(await picture.toBuffer()) };
  } catch (cause) {
    throw toRefusal(cause);
  }
}

function toRefusal(cause: unknown): StorageError {
  const message = cause instanceof Error ? cause.message : '';
  if (/pixel limit/i.test(message))
    return new StorageError('InvalidRequest', 422, 'The source image resolution is too large to process', {
      cause,
    });
  if (/timeout/i.test(message)) return busy(cause);
  return notAPicture(cause);
}

function notAPicture(cause?: unknown): StorageError {
  const message = 'The source image is invalid or unsupported for rendering';
  return new StorageError('InvalidRequest', 422, message, { cause });
}

function busy(cause?: unknown): StorageError {
  const message = 'Too many pictures are being made. Please try again.';
  return new StorageError('SlowDown', 503, message, { headers: { 'retry-after': '2' }, cause });
}

type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff';

/** The format by the file's first bytes, whatever its name. Only these are passed to the image library: no SVG, no PDF. */
export function findPictureKind(bytes: Uint8Array): PictureKind | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 32));
  const text = head.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a/.test(text)) return 'gif';
  if (/^....ftypavi[fs]/s.test(text)) return 'avif';
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff';
  return undefined;
}
