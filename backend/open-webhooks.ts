/** Sends what SQL asks for with pg_net's functions, where the database has the stand-in. The real extension sends its own requests. */
import type { Database } from '../database/database.ts';
import { hasStandIn } from '../database/extensions/create-stand-in.ts';
import type { Log } from '../database/log.ts';
import type { OutgoingFetch } from './http/outgoing-fetch.ts';
import type { Sender, SenderTimes } from './webhooks/start-sender.ts';

export interface WebhooksOptions {
  database: Pick<Database, 'auth' | 'site'>;
  outgoing: OutgoingFetch;
  times?: SenderTimes | undefined;
  log: Log;
}

export interface OpenWebhooks {
  /** Also called after new migrations, which may have created the stand-in. */
  open(): Promise<void>;
  close(): Promise<void>;
}

const channel = 'porchlight_requests';

interface Opened {
  sender: Sender;
  stopListening: (() => Promise<void>) | undefined;
}

export function openWebhooks(options: WebhooksOptions): OpenWebhooks {
  const { database, log } = options;
  let opening: Promise<Opened | undefined> = Promise.resolve(undefined);
  let isClosed = false;

  async function openSender(): Promise<Opened | undefined> {
    if (isClosed || !(await hasStandIn(database.auth.sql, 'pg_net'))) return undefined;
    const { startSender } = await import('./webhooks/start-sender.ts');
    let sender: Sender | undefined;
    const wake = () => sender?.wake();
    // The connection that the data API listens on, too.
    const stopListening = await database.auth.listen(channel, wake, wake).catch((error: unknown) => {
      const message = 'New webhooks are not announced; the queue is polled.';
      log({ level: 'warn', message, error: String(error) });
      return undefined;
    });
    // Its first query finds requests from before.
    sender = startSender({ ...options, database: database.site, isPolling: stopListening === undefined });
    return { sender, stopListening };
  }

  return {
    open() {
      opening = opening.then((opened) => opened ?? openSender());
      opening = opening.catch((error: unknown) => {
        log({ level: 'warn', message: 'Webhooks are not sent.', error: String(error) });
        return undefined;
      });
      return opening.then(() => {});
    },
    async close() {
      isClosed = true;
      const opened = await opening;
      await opened?.stopListening?.().catch(() => {});
      await opened?.sender.close();
    },
  };
}
