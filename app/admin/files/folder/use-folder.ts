import { useCallback, useEffect, useRef, useState } from 'react';
import { callAdmin, explainFault } from '../../call-admin.ts';
import type { FilesPage } from '../files-data.ts';

export interface FolderState {
  /** What was read so far. */
  page: FilesPage | undefined;
  fault: string | undefined;
  pending: boolean;
  showMore(): void;
  again(): void;
}

export function useFolder(bucket: string, folder: string, search: string): FolderState {
  const key = JSON.stringify([bucket, folder, search]);
  const [state, setState] = useState<{ key: string; page?: FilesPage; fault?: string | undefined }>({ key });
  const [pending, setPending] = useState(true);
  const [round, setRound] = useState(0);
  const reading = useRef<AbortController>(undefined);

  const read = useCallback(
    async (after?: string) => {
      reading.current?.abort();
      const controller = new AbortController();
      reading.current = controller;
      const { signal } = controller;
      setPending(true);
      const query = { bucket, folder: folder || undefined, search: search || undefined, after };
      try {
        const found = await callAdmin<FilesPage>('/files/list', { query, signal });
        setState(({ page }) => ({ key, page: after && page ? join(page, found) : found }));
      } catch (error) {
        if (signal.aborted) return;
        setState((before) => ({ ...before, key, fault: explainFault(error) }));
      }
      if (!signal.aborted) setPending(false);
    },
    [bucket, folder, search, key],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again.
  useEffect(() => {
    void read();
    return () => reading.current?.abort();
  }, [read, round]);

  // Rows of the folder before would be taken for those of this one.
  const page = state.key === key ? state.page : undefined;
  return {
    page,
    fault: state.key === key ? state.fault : undefined,
    pending,
    showMore: () => void (page?.next && !pending && read(page.next)),
    again: () => setRound((count) => count + 1),
  };
}

function join(before: FilesPage, { folders, files, next }: FilesPage): FilesPage {
  return {
    folders: [...before.folders, ...folders],
    files: [...before.files, ...files],
    ...(next && { next }),
  };
}
