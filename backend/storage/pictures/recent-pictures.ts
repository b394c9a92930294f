export interface MadePicture {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The pictures that were made last, up to so many bytes. */
export interface RecentPictures {
  find(key: string): MadePicture | undefined;
  keep(key: string, picture: MadePicture): void;
}

export function createRecentPictures(mostBytes: number): RecentPictures {
  const kept = new Map<string, MadePicture>();
  let size = 0;
  const drop = (key: string) => {
    size -= kept.get(key)?.bytes.byteLength ?? 0;
    kept.delete(key);
  };
  return {
    find(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      // A Map keeps the order of insertion: what was asked for last is dropped last.
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    keep(key, picture) {
      if (picture.bytes.byteLength > mostBytes / 4) return;
      drop(key);
      kept.set(key, picture);
      size += picture.bytes.byteLength;
      for (const oldest of kept.keys()) {
        if (size <= mostBytes) break;
        drop(oldest);
      }
    },
  };
}
