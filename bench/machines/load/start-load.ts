/** All clients of the load, each with one request in flight and a pause after each round. */
import { setTimeout as wait } from 'node:timers/promises';
import { createLedger, type Ledger } from '../ledger.ts';
import { createAccountClient } from './accounts.ts';
import { createFileClient, type FileHashes } from './files.ts';
import { createMailClient, createNewsClient } from './messages.ts';
import { createPageClient, createViewClient } from './readers.ts';
import { createSend, type Send } from './requests.ts';
import { createRowClient, type Notes } from './rows.ts';

export interface Load {
  ledger: Ledger;
  files: FileHashes;
  send: Send;
  /** Resolves when the last answers are there. */
  stop(): Promise<void>;
}

export async function startLoad(url: string): Promise<Load> {
  const ledger = createLedger();
  const send = createSend(url, ledger);
  const notes: Notes = new Map();
  const files: FileHashes = new Map();
  const clients: [pauseMs: number, client: () => Promise<void>][] = [
    [60, createRowClient(send, ledger, notes)],
    [60, createRowClient(send, ledger, notes)],
    [60, createRowClient(send, ledger, notes)],
    [400, createAccountClient(send, ledger)],
    [200, createFileClient(send, ledger, files)],
    [60, await createPageClient(send, ledger)],
    [700, await createViewClient(send, ledger)],
    [300, createMailClient(send, ledger)],
    [250, createNewsClient(send, ledger)],
  ];
  let isEnding = false;
  const running = clients.map(async ([pauseMs, client]) => {
    while (!isEnding) {
      await client();
      await wait(pauseMs);
    }
  });
  return {
    ledger,
    files,
    send,
    async stop() {
      isEnding = true;
      await Promise.all(running);
    },
  };
}
