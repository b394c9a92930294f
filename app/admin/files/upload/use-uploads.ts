import { useEffect, useRef, useState } from 'react';
import { AdminFault, explainFault } from '../../call-admin.ts';
import { toFileName, toNextName } from '../file-names.ts';
import { sendFile } from './send-file.ts';

export interface Upload {
  id: number;
  file: File;
  path: string;
  state: 'waiting' | 'sending' | 'done' | 'exists' | 'failed' | 'stopped';
  sent: number;
  message?: string;
}

export interface Uploads {
  list: Upload[];
  add(files: Iterable<File>, folder: string): void;
  stop(id: number): void;
  again(id: number): void;
  replace(id: number): void;
  /** Under the next free name. */
  keepBoth(id: number): void;
  clear(): void;
}

/** Files on their way into a bucket, one after the other. `onStored` is called after each. */
export function useUploads(bucket: string, onStored: () => void): Uploads {
  const [list, setList] = useState<Upload[]>([]);
  const current = useRef<Upload[]>([]);
  const stopping = useRef(new Map<number, AbortController>());
  const nextId = useRef(1);
  const isRunning = useRef(false);
  const replacing = useRef(new Set<number>());
  const counting = useRef(new Set<number>());
  // The queue goes on while the page is rendered anew.
  const stored = useRef(onStored);
  useEffect(() => {
    stored.current = onStored;
  });

  function set(uploads: Upload[]) {
    current.current = uploads;
    setList(uploads);
  }
  const change = (id: number, changes: Partial<Upload>) =>
    set(current.current.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));

  async function send({ id, file, path }: Upload) {
    const controller = new AbortController();
    stopping.current.set(id, controller);
    change(id, { state: 'sending', sent: 0, message: '' });
    try {
      const target = { bucket, path, replace: replacing.current.has(id) };
      await sendFile(file, target, { onProgress: (sent) => change(id, { sent }), signal: controller.signal });
      change(id, { state: 'done', sent: file.size });
      stored.current();
    } catch (error) {
      if (controller.signal.aborted) return change(id, { state: 'stopped', sent: 0 });
      if (!(error instanceof AdminFault) || error.code !== 'exists')
        return change(id, { state: 'failed', message: explainFault(error) });
      // Counts on until a name is free.
      if (counting.current.has(id)) change(id, { state: 'waiting', path: toNextName(path) });
      else change(id, { state: 'exists', message: error.message });
    }
  }

  async function run() {
    if (isRunning.current) return;
    isRunning.current = true;
    const next = () => current.current.find(({ state }) => state === 'waiting');
    for (let upload = next(); upload; upload = next()) await send(upload);
    isRunning.current = false;
  }

  function restart(id: number, changes: Partial<Upload> = {}) {
    change(id, { state: 'waiting', sent: 0, ...changes });
    void run();
  }

  return {
    list,
    add(files, folder) {
      const added = Array.from(files, (file): Upload => {
        const path = folder + toFileName(file.name);
        return { id: nextId.current++, file, path, state: 'waiting', sent: 0 };
      });
      set([...current.current.filter(({ state }) => state !== 'done'), ...added]);
      void run();
    },
    stop(id) {
      const upload = current.current.find((found) => found.id === id);
      if (upload?.state === 'waiting') change(id, { state: 'stopped' });
      else stopping.current.get(id)?.abort();
    },
    again: (id) => restart(id),
    replace(id) {
      replacing.current.add(id);
      restart(id);
    },
    keepBoth(id) {
      counting.current.add(id);
      const path = current.current.find((upload) => upload.id === id)?.path ?? '';
      restart(id, { path: toNextName(path) });
    },
    clear: () => set(current.current.filter(({ state }) => state === 'waiting' || state === 'sending')),
  };
}
