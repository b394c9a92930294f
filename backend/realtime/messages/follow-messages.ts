/** Broadcasts from the database: each row that is committed to realtime.messages is delivered. */
import type { RowChange } from '../../../database/replication/replication.ts';
import type { BroadcastMessage } from '../broadcast-message.ts';
import type { SharedStream, StreamFollower } from '../changes/shared-stream.ts';

export interface FollowMessagesOptions {
  stream: Pick<SharedStream, 'follow'>;
  /** To the sockets of this process: every process follows the rows itself. */
  deliver(message: BroadcastMessage): void;
  onOpen?: StreamFollower['onOpen'];
  onLost?: StreamFollower['onLost'];
}

/** Returns the function that stops following. */
export function followMessages(options: FollowMessagesOptions): () => void {
  const { stream, deliver, onOpen = () => {}, onLost = () => {} } = options;
  return stream.follow({
    onTransaction(changes) {
      for (const change of changes) {
        const message = toMessage(change);
        if (message !== undefined) deliver(message);
      }
    },
    onOpen,
    onLost,
  });
}

/** Undefined for anything that is not a complete broadcast. */
function toMessage({ type, relation, record }: RowChange): BroadcastMessage | undefined {
  if (type !== 'INSERT' || record === undefined) return undefined;
  // Only a publication without `publish_via_partition_root`, as on a Supabase project, names the partition.
  if (relation.schema !== 'realtime' || !/^messages(_|$)/.test(relation.table)) return undefined;
  const row = new Map(relation.columns.map(({ name }, index) => [name, record[index] ?? undefined]));
  const [id, topic, event, isPrivate] = ['id', 'topic', 'event', 'private'].map((name) => row.get(name));
  const payload = toPayload(row.get('payload'), row.get('binary_payload'));
  if (row.get('extension') !== 'broadcast' || payload === undefined) return undefined;
  if (id === undefined || topic === undefined || event === undefined || isPrivate === undefined)
    return undefined;
  return { topic, event, private: isPrivate === 't', payload, meta: JSON.stringify({ id }) };
}

/** Bytes are written as `\x00ff`. */
function toPayload(json: string | undefined, bytes: string | undefined): string | Uint8Array | undefined {
  return bytes === undefined ? json : Buffer.from(bytes.slice(2), 'hex');
}
