import { useEffect, useRef, useState } from 'react';
import { readPresence } from '../content-calls.ts';
import type { FilePresence, OtherWriter } from '../content-data.ts';

export interface Presence {
  /** Other owners with unsaved changes. */
  others: OtherWriter[];
  /** The file is another one than the text began with. */
  isChanged: boolean;
}

const everyMs = 10_000;

/** Asks who else writes in the file and which version it is, while the tab is visible. `hash` is of the version that the text began with. */
export function usePresence(file: string, hash: string, opened: FilePresence): Presence {
  const [known, setKnown] = useState({ hash: opened.hash, others: opened.others, asked: hash });
  const latest = useRef(hash);
  latest.current = hash;
  useEffect(() => {
    const leaving = new AbortController();
    let isAsking = false;
    async function ask(): Promise<void> {
      if (isAsking || document.hidden) return;
      isAsking = true;
      const asked = latest.current;
      try {
        const found = await readPresence(file, leaving.signal);
        if (!leaving.signal.aborted) setKnown({ ...found, asked });
      } catch {
        // It is asked again soon. A connection that is lost is said where the draft is.
      } finally {
        isAsking = false;
      }
    }
    const timer = setInterval(() => void ask(), everyMs);
    // A tab that is shown again asks at once.
    document.addEventListener('visibilitychange', ask);
    return () => {
      leaving.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [file]);
  // An answer about the version before says nothing about this one: it may be the owner's own save.
  return { others: known.others, isChanged: known.asked === hash && known.hash !== hash };
}
