export interface RenderedPicture {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The pictures that were made last, up to so many bytes. */
export interface PictureCache {
  find(key: string): RenderedPicture | undefined;
  keep(key: string, picture: RenderedPicture): void;
}

export function createPictureCache(maxBytes: number): PictureCache {
  const cache = new Map<string, RenderedPicture>();
  let size = 0;
  const drop = (key: string) => {
    size -= cache.get(key)?.bytes.byteLength ?? 0;
    cache.delete(key);
  };
  return {
    find(key) {
      const found = cache.get(key);
      if (found === undefined) return undefined;
      // A Map keeps the order of insertion: what was asked for last is dropped last.
      cache.delete(key);
      cache.set(key, found);
      return found;
    },
    keep(key, picture) {
      if (picture.bytes.byteLength > maxBytes / 4) return;
      drop(key);
      cache.set(key, picture);
      size += picture.bytes.byteLength;
      for (const oldest of cache.keys()) {
        if (size <= maxBytes) break;
        drop(oldest);
      }
    },
  };
}
