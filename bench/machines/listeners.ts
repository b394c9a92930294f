/** The official client at each of the processes: which rows and broadcasts reach it, whichever process they came through. */
import { createClient } from '@supabase/supabase-js';
import { topic } from './load/messages.ts';
import { keys } from './site-settings.ts';
import type { Site } from './sites.ts';

export interface Listener {
  /** When each came, by id. */
  rows: Map<string, number>;
  broadcasts: Map<string, number>;
  /** Messages that came twice. */
  doubled: number;
  close(): Promise<void>;
}

export async function openListener({ port }: Site): Promise<Listener> {
  const client = createClient(`http://127.0.0.1:${port}`, keys.publicKey, {
    auth: { persistSession: false },
  });
  const listener: Listener = {
    rows: new Map(),
    broadcasts: new Map(),
    doubled: 0,
    async close() {
      await client.removeAllChannels();
    },
  };
  const note = (seen: Map<string, number>, id: unknown) => {
    if (seen.has(String(id))) listener.doubled += 1;
    else seen.set(String(id), performance.now());
  };
  await new Promise<void>((resolve) => {
    client
      .channel(topic)
      .on('broadcast', { event: 'said' }, ({ payload }) => note(listener.broadcasts, payload?.id))
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'load_news' }, (change) =>
        note(listener.rows, change.new.id),
      )
      // The subscription to the table is confirmed by a message of its own.
      .on('system', {}, ({ status }) => status === 'ok' && resolve())
      .subscribe();
  });
  return listener;
}
