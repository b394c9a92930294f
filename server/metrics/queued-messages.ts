import type { Connections } from '../../database/database.ts';

export interface QueuedMessages {
  medium: 'mail' | 'phone';
  count: number;
  /** The age of the oldest; 0 if there is none. */
  oldestSeconds: number;
}

/** Mails and text messages that wait to be sent, in the queue that all processes share. */
export function countQueuedMessages({ sql }: Pick<Connections, 'sql'>): Promise<QueuedMessages[]> {
  return sql<QueuedMessages[]>`
    select m.medium, count(q.id)::int as count,
      coalesce(extract(epoch from now() - min(q.created_at)), 0)::float8 as "oldestSeconds"
    from unnest(array['mail', 'phone']) as m (medium)
    left join porchlight.message_queue q on q.medium = m.medium and q.state = 'queued'
    group by m.medium`;
}
