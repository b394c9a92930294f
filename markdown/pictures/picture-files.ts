import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isInside } from '../files/follow-links.ts';
import { isPublicName } from '../files/page-address.ts';
import type { ContentLog } from '../log.ts';

/** A picture of the content folder. */
export interface PictureInfo {
  /** Absolute, links followed. */
  file: string;
  type: string;
  size: number;
  /** The beginning of the SHA-256 of its bytes: part of its address, which therefore can be cached forever. */
  hash: string;
  width?: number;
  height?: number;
}

export interface Pictures {
  /** Undefined: there is no such picture, or it is not inside the content folder. `path` is relative to that folder. */
  describe(path: string): Promise<PictureInfo | undefined>;
  /** Whether there is such a picture, without reading it. */
  has(path: string): Promise<boolean>;
  /** Forgets what is known about a file that was saved. */
  forget(path: string): void;
}

const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
};
const HASH_LENGTH = 10;
const MAX_PICTURE_BYTES = 50_000_000;

export function isPictureName(name: string): boolean {
  return Object.hasOwn(TYPES, extname(name).toLowerCase());
}

/** `base` is the content folder, absolute. Hashes are remembered by time and size of the file. */
export function createPictures(base: string, log: ContentLog): Pictures {
  const known = new Map<string, { stamp: string; info: PictureInfo }>();

  async function locate(path: string) {
    const type = TYPES[extname(path).toLowerCase()];
    if (!type || path.includes('\0') || !path.split('/').every(isPublicName)) return undefined;
    const file = await realpath(join(base, path)).catch(() => undefined);
    if (!file || !isInside(await realpath(base), file)) return undefined;
    const stats = await stat(file).catch(() => undefined);
    return stats?.isFile() ? { file, type, stats } : undefined;
  }

  async function describe(path: string): Promise<PictureInfo | undefined> {
    const located = await locate(path);
    if (!located) return undefined;
    const { file, type, stats } = located;
    const stamp = `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${file}`;
    const remembered = known.get(path);
    if (remembered?.stamp === stamp) return remembered.info;
    if (stats.size > MAX_PICTURE_BYTES) {
      log({
        level: 'warn',
        file: path,
        message: `${path} is larger than ${MAX_PICTURE_BYTES / 1e6} MB: it is not shown`,
      });
      return undefined;
    }
    const bytes = await readFile(file).catch(() => undefined);
    if (!bytes) return undefined;
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
    const info = { file, type, size: bytes.length, hash, ...(await measure(bytes, path)) };
    known.set(path, { stamp, info });
    return info;
  }

  async function measure(bytes: Buffer, path: string): Promise<{ width?: number; height?: number }> {
    try {
      const { imageSize } = await import('image-size');
      const { width, height, orientation = 1 } = imageSize(bytes);
      // A photo taken with the camera on its side is turned by the browser.
      return orientation >= 5 ? { width: height, height: width } : { width, height };
    } catch {
      log({
        level: 'warn',
        file: path,
        message: `The size of ${path} cannot be read: is it whole, and what its name says?`,
      });
      return {};
    }
  }

  return {
    describe,
    has: async (path) => (await locate(path)) !== undefined,
    forget: (path) => known.delete(path),
  };
}
