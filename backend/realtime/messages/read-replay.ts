/** Broadcasts of a private channel that a client has missed. Only those from the database are stored. */
import type { Connections } from '../../../database/database.ts';
import type { BroadcastMessage } from '../broadcast-message.ts';

export interface Replay {
  /** Milliseconds since 1970. */
  since: number;
  /** 1 to 25; a number outside becomes the nearest one. */
  limit: number;
}

/** The newest messages since then, the oldest of them first. The caller must have the right to read. */
export type ReadReplay = (topic: string, replay: Replay) => Promise<BroadcastMessage[]>;

const maxMessages = 25;

interface Row {
  id: string;
  event: string;
  payload: string | null;
  bytes: string | null;
}

export function createReadReplay({ sql }: Pick<Connections, 'sql'>): ReadReplay {
  return async (topic, { since, limit }) => {
    if (topic.includes('\0')) return [];
    // Rows of one transaction have the same time: they follow each other in the order in which they were written.
    const rows = await sql<Row[]>`
      select id, event, payload::text as payload, encode(binary_payload, 'hex') as bytes from realtime.messages
      where topic = ${topic} and extension = 'broadcast' and private is true and event is not null
        and (payload is not null or binary_payload is not null)
        and inserted_at >= timezone('utc', to_timestamp(${Math.max(since, 0)}::float8 / 1000))
        and inserted_at < timezone('utc', now()) + interval '1 minute'
      order by inserted_at desc, ctid desc limit ${Math.min(Math.max(limit, 1), maxMessages)}`;
    return rows.reverse().map(({ id, event, payload, bytes }) => ({
      topic,
      private: true,
      event,
      payload: bytes === null ? (payload ?? '') : Buffer.from(bytes, 'hex'),
      meta: JSON.stringify({ id, replayed: true }),
    }));
  };
}
