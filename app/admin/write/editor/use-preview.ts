import { useEffect, useState } from 'react';
import { readPreview } from '../content-calls.ts';
import type { FilePreview } from '../content-data.ts';

const pause = 150;

/** The page that the text makes, by the site's own renderer. A newer text ends the question for an older one. */
export function usePreview(file: string, text: string, isPage: boolean) {
  const [preview, setPreview] = useState<FilePreview>();
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    if (!isPage) return;
    const controller = new AbortController();
    const ask = () =>
      readPreview(file, text, controller.signal).then(
        (answer) => {
          if (controller.signal.aborted) return;
          setPreview(answer);
          setFault(undefined);
        },
        (error: Error) => {
          if (!controller.signal.aborted) setFault(error.message);
        },
      );
    const timer = setTimeout(() => void ask(), pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [file, text, isPage]);
  return { preview, fault };
}
