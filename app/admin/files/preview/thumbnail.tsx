import { useEffect, useRef, useState } from 'react';
import type { StoredFile } from '../files-data.ts';
import { readPicture } from './read-file.ts';

/** Twice the size that is shown, for dense screens. */
const width = 80;
/** Of this visit, so that going back to a folder loads nothing again. */
const known = new Map<string, string>();
const maxKnown = 500;

/** A small picture, read when it comes into view. */
export function Thumbnail({ bucket, file }: { bucket: string; file: StoredFile }) {
  const key = `${bucket}/${file.path} ${file.changed_at}`;
  const [src, setSrc] = useState(known.get(key));
  const place = useRef<HTMLSpanElement>(null);
  const { path } = file;

  useEffect(() => {
    if (!place.current || known.has(key)) return;
    const leaving = new AbortController();
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      readPicture(bucket, path, { width, signal: leaving.signal }).then(
        (found) => {
          if (known.size >= maxKnown) known.clear();
          known.set(key, found);
          setSrc(found);
        },
        // Without a picture, the row has its name.
        () => {},
      );
    });
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      leaving.abort();
    };
  }, [key, bucket, path]);

  return (
    <span className="files-thumbnail" ref={place}>
      {/* A picture that cannot be decoded has its name, as one that cannot be read. */}
      {src && <img src={src} alt="" onError={() => setSrc(undefined)} />}
    </span>
  );
}
