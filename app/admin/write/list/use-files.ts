import { useCallback, useEffect, useState } from 'react';
import { readFiles } from '../content-calls.ts';
import type { ContentEntry } from '../content-data.ts';

/** The files as the server has them when the list opens. */
export function useFiles() {
  const [files, setFiles] = useState<ContentEntry[]>();
  const [fault, setFault] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    const controller = new AbortController();
    readFiles(controller.signal).then(setFiles, (error: Error) => {
      if (!controller.signal.aborted) setFault(error.message);
    });
    return () => controller.abort();
  }, [attempt]);
  const again = useCallback(() => {
    setFault(undefined);
    setAttempt((number) => number + 1);
  }, []);
  return { files, fault, again };
}
