import type { NamedFile } from '../../../running/import/import-files.ts';
import { RunningFault } from '../data/running-fault.ts';
import type {
  DeskLine,
  DeskReply,
  DeskRequest,
  FoundFile,
  KeptFile,
  ReadProgress,
  RunRow,
} from './worker-messages.ts';

/** The page's side of the worker that reads files. */
export interface Desk {
  read(files: NamedFile[], onProgress: (progress: ReadProgress) => void): Promise<FoundFile[]>;
  readRows(indexes: number[]): Promise<RunRow[]>;
  openOriginal(index: number): Promise<KeptFile>;
  close(): void;
}

export interface DeskConnection {
  line: DeskLine<DeskRequest>;
  /** Calls when the worker itself could not start or ended by a fault. */
  onFault(listener: () => void): void;
  close(): void;
}

export function startWorker(): DeskConnection {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  return {
    line: worker,
    onFault: (listener) => worker.addEventListener('error', listener),
    close: () => worker.terminate(),
  };
}

type Waiting = { resolve(reply: DeskReply): void; reject(error: Error): void };

export function openDesk({ line, onFault, close }: DeskConnection): Desk {
  const waiting = new Map<number | undefined, Waiting>();
  let calls = 0;
  let hear: (reply: DeskReply) => void = () => {};
  line.addEventListener('message', ({ data }: MessageEvent<DeskReply>) => {
    hear(data);
    if (data.kind === 'progress' || data.kind === 'found') return;
    const call = 'call' in data ? data.call : undefined;
    const asked = waiting.get(call);
    waiting.delete(call);
    if (data.kind === 'fault') asked?.reject(new RunningFault(data.reason));
    else asked?.resolve(data);
  });
  const rejectAll = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new RunningFault(reason));
    waiting.clear();
  };
  onFault(() =>
    rejectAll('The files could not be read: this browser stopped the reader. Try fewer at once.'),
  );
  const ask = (request: DeskRequest) =>
    new Promise<DeskReply>((resolve, reject) => {
      waiting.set('call' in request ? request.call : undefined, { resolve, reject });
      line.postMessage(request);
    });

  return {
    async read(files, onProgress) {
      const found: FoundFile[] = [];
      hear = (reply) => {
        if (reply.kind === 'progress') onProgress(reply.progress);
        if (reply.kind === 'found') found.push(...reply.files);
      };
      await ask({ kind: 'read', files });
      return found;
    },
    async readRows(indexes) {
      calls += 1;
      const reply = await ask({ kind: 'rows', call: calls, indexes });
      return reply.kind === 'rows' ? reply.rows : [];
    },
    async openOriginal(index) {
      calls += 1;
      const reply = await ask({ kind: 'original', call: calls, index });
      if (reply.kind !== 'original') throw new RunningFault('The file could not be read again.');
      return reply.file;
    },
    close() {
      close();
      rejectAll('The import was closed.');
    },
  };
}
