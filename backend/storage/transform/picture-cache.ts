export interface RenderedPicture {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A cache of rendered pictures, limited by bytes. */
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
      // A Map keeps the order of insertion: the most recently used is dropped last.
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
