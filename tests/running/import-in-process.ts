/** For tests: an import without a browser. The file reader, which is a worker in a browser, is at the other end of a message channel here. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { carryOut, type ImportResult } from '../../app/running/import/carry-out.ts';
import type { DeskReply, DeskRequest } from '../../app/running/import/desk-messages.ts';
import type { DeskConnection } from '../../app/running/import/open-desk.ts';
import { serveDesk } from '../../app/running/import/serve-desk.ts';
import { type ImportPlan, startImport } from '../../app/running/import/start-import.ts';

export function connectInProcess(): DeskConnection {
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

export function planInProcess(client: SupabaseClient, files: Record<string, Content>): Promise<ImportPlan> {
  const chosen = Object.entries(files).map(([name, content]) => new File([content], name));
  return startImport(client, chosen, { connect: connectInProcess });
}

export async function importInProcess(
  client: SupabaseClient,
  files: Record<string, Content>,
): Promise<ImportResult> {
  return carryOut(client, await planInProcess(client, files));
}
