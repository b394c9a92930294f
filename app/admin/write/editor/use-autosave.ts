import { useCallback, useEffect, useRef, useState } from 'react';
import { deleteDraft, saveDraft } from '../content-calls.ts';
import { forgetText, keepText } from './kept-text.ts';
import type { BaseText } from './start-text.ts';

export type DraftStatus =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'failed'; message: string };

interface AutosaveOptions {
  file: string;
  text: string;
  base: BaseText;
  /** What the server has already. */
  stored: string;
  /** A save is under way, which removes the draft. */
  isHeld: boolean;
}

const pause = 2000;
const retryAfter = 10_000;

/** Sends the text as a draft, two seconds after the last change at the earliest. What cannot be sent is kept in this browser. */
export function useAutosave(options: AutosaveOptions) {
  const { file, text, base, isHeld } = options;
  const [status, setStatus] = useState<DraftStatus>({ kind: 'idle' });
  const stored = useRef(options.stored);
  const latest = useRef(options);
  latest.current = options;
  const running = useRef<Promise<void>>(undefined);

  const flush = useCallback((): Promise<void> => {
    const send = async () => {
      while (stored.current !== latest.current.text && !latest.current.isHeld) {
        const { text, base } = latest.current;
        try {
          setStatus({ kind: 'saving' });
          const savedAt = await storeText(file, text, base);
          stored.current = text;
          forgetText(file);
          setStatus(savedAt ? { kind: 'saved', at: savedAt } : { kind: 'idle' });
        } catch (error) {
          keepText(file, text, base.hash);
          setStatus({ kind: 'failed', message: (error as Error).message });
          return;
        }
      }
    };
    running.current ??= send().finally(() => {
      running.current = undefined;
    });
    return running.current;
  }, [file]);

  useEffect(() => {
    if (isHeld || stored.current === text) return;
    const timer = setTimeout(() => void flush(), pause);
    return () => clearTimeout(timer);
  }, [text, isHeld, flush]);

  useEffect(() => {
    if (status.kind !== 'failed') return;
    const timer = setTimeout(() => void flush(), retryAfter);
    return () => clearTimeout(timer);
  }, [status, flush]);

  useEffect(() => {
    function warn(event: BeforeUnloadEvent): void {
      if (stored.current === latest.current.text) return;
      keepText(file, latest.current.text, latest.current.base.hash);
      event.preventDefault();
    }
    addEventListener('beforeunload', warn);
    return () => {
      removeEventListener('beforeunload', warn);
      // Another view of the site: what was typed last is sent from there.
      void flush();
    };
  }, [file, flush]);

  /** The text is in the file now, and the draft is gone. */
  const settle = useCallback(
    (saved: string) => {
      stored.current = saved;
      forgetText(file);
      setStatus({ kind: 'idle' });
    },
    [file],
  );

  const isChanged = text !== base.text;
  return { status, isChanged, settle, whenSent: () => running.current };
}

/** When the draft was stored. A text that is the file's again needs none. */
async function storeText(file: string, text: string, base: BaseText): Promise<string | undefined> {
  if (text !== base.text) return (await saveDraft(file, text, base.hash)).savedAt;
  await deleteDraft(file);
  return undefined;
}
