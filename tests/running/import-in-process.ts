/** For tests: an import without a browser. The reader of files, which is a worker there, stands at the other end of a channel here. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { handleWorkerRequests } from '../../app/running/import/handle-worker-requests.ts';
import type { WorkerConnection } from '../../app/running/import/import-worker-client.ts';
import { type ImportResult, runImport } from '../../app/running/import/run-import.ts';
import { type ImportPlan, startImport } from '../../app/running/import/start-import.ts';
import type { WorkerReply, WorkerRequest } from '../../app/running/import/worker-messages.ts';

export function connectInProcess(): WorkerConnection {
  const { port1, port2 } = new MessageChannel();
  handleWorkerRequests({
    postMessage: (message: WorkerReply) => port2.postMessage(message),
    addEventListener: (type, listener) => port2.addEventListener(type, listener),
  });
  port2.start();
  port1.start();
  return {
    port: {
      postMessage: (message: WorkerRequest) => port1.postMessage(message),
      addEventListener: (type, listener) => port1.addEventListener(type, listener),
    },
    onFault: () => {},
    close: () => port1.close(),
  };
}

export type Content = string | Uint8Array<ArrayBuffer>;

export function planInProcess(client: SupabaseClient, files: Record<string, Content>): Promise<ImportPlan> {
  const chosen = Object.entries(files).map(([name, content]) => new File([content], name));
  return startImport(client, chosen, { connect: connectInProcess });
}

export async function importInProcess(
  client: SupabaseClient,
  files: Record<string, Content>,
): Promise<ImportResult> {
  return runImport(client, await planInProcess(client, files));
}
