/** For tests: an import without a browser. The reader of files, which is a worker there, stands at the other end of a channel here. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { carryOut, type ImportResult } from '../../app/running/import/run-import.ts';
import type { DeskReply, DeskRequest } from '../../app/running/import/worker-messages.ts';
import type { DeskConnection } from '../../app/running/import/import-worker-client.ts';
import { serveDesk } from '../../app/running/import/handle-worker-requests.ts';
import { type ImportPlan, startImport } from '../../app/running/import/start-import.ts';

export function connectHere(): DeskConnection {
  const { port1, port2 } = new MessageChannel();
  serveDesk({
    postMessage: (message: DeskReply) => port2.postMessage(message),
    addEventListener: (type, listener) => port2.addEventListener(type, listener),
  });
  port2.start();
  port1.start();
  return {
    line: {
      postMessage: (message: DeskRequest) => port1.postMessage(message),
      addEventListener: (type, listener) => port1.addEventListener(type, listener),
    },
    onFault: () => {},
    close: () => port1.close(),
  };
}

export type Content = string | Uint8Array<ArrayBuffer>;

export function planHere(client: SupabaseClient, files: Record<string, Content>): Promise<ImportPlan> {
  const chosen = Object.entries(files).map(([name, content]) => new File([content], name));
  return startImport(client, chosen, { connect: connectHere });
}

export async function importHere(
  client: SupabaseClient,
  files: Record<string, Content>,
): Promise<ImportResult> {
  return carryOut(client, await planHere(client, files));
}
