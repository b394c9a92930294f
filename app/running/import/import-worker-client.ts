import type { NamedFile } from '../../../running/import/import-files.ts';
import { RunningFault } from '../data/running-fault.ts';
import type {
  FoundFile,
  OriginalFile,
  ReadProgress,
  RunRow,
  WorkerPort,
  WorkerReply,
  WorkerRequest,
} from './worker-messages.ts';

/** The page's side of the worker that reads files. */
export interface ImportWorker {
  read(files: NamedFile[], onProgress: (progress: ReadProgress) => void): Promise<FoundFile[]>;
  readRows(runs: { index: number; start: number | undefined }[]): Promise<RunRow[]>;
  openOriginal(index: number): Promise<OriginalFile>;
  close(): void;
}

export interface WorkerConnection {
  port: WorkerPort<WorkerRequest>;
  /** Calls the listener when the worker could not start or crashed. */
  onFault(listener: () => void): void;
  close(): void;
}

export function startWorker(): WorkerConnection {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  return {
    port: worker,
    onFault: (listener) => worker.addEventListener('error', listener),
    close: () => worker.terminate(),
  };
}

type Waiting = { resolve(reply: WorkerReply): void; reject(error: Error): void };

export function connectImportWorker({ port, onFault, close }: WorkerConnection): ImportWorker {
  const waiting = new Map<number | undefined, Waiting>();
  let calls = 0;
  let onProgressReply: (reply: WorkerReply) => void = () => {};
  port.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
    onProgressReply(data);
    if (data.kind === 'progress' || data.kind === 'found') return;
    const call = 'call' in data ? data.call : undefined;
    const pending = waiting.get(call);
    waiting.delete(call);
    if (data.kind === 'fault') pending?.reject(new RunningFault(data.reason));
    else pending?.resolve(data);
  });
  const rejectAll = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new RunningFault(reason));
    waiting.clear();
  };
  onFault(() => rejectAll('The browser stopped while reading the files. Try fewer at once.'));
  const send = (request: WorkerRequest) =>
    new Promise<WorkerReply>((resolve, reject) => {
      waiting.set('call' in request ? request.call : undefined, { resolve, reject });
      port.postMessage(request);
    });

  return {
    async read(files, onProgress) {
      const found: FoundFile[] = [];
      onProgressReply = (reply) => {
        if (reply.kind === 'progress') onProgress(reply.progress);
        if (reply.kind === 'found') found.push(...reply.files);
      };
      await send({ kind: 'read', files });
      return found;
    },
    async readRows(runs) {
      calls += 1;
      const reply = await send({ kind: 'rows', call: calls, runs });
      return reply.kind === 'rows' ? reply.rows : [];
    },
    async openOriginal(index) {
      calls += 1;
      const reply = await send({ kind: 'original', call: calls, index });
      if (reply.kind !== 'original') throw new RunningFault('The file could not be read again.');
      return reply.file;
    },
    close() {
      close();
      rejectAll('The import was closed.');
    },
  };
}
