import type { Log } from '../../database/log.ts';
import type { RealtimeConfig } from '../config/realtime-config.ts';
import type { BroadcastMessage } from './broadcast-message.ts';
import type { IdentifyCaller } from './caller.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { Rate } from './rate.ts';
import type { ReadRights } from './rights.ts';
import type { Topics } from './topics/topics.ts';

/** Messages of a private topic since a time in milliseconds, oldest first. */
export type ReadReplay = (topic: string, sinceMs: number, limit: number) => Promise<BroadcastMessage[]>;

/** Everything that sockets and endpoints share. */
export interface RealtimeService {
  config: RealtimeConfig;
  identifyCaller: IdentifyCaller;
  readRights: ReadRights;
  readReplay: ReadReplay;
  topics: Topics;
  changes: ChangeFeed;
  /** While a channel is joined, messages that are written by SQL are delivered. Returns the function that ends it. */
  followMessages(onReady: () => void): () => void;
  joins: Rate;
  presenceCalls: Rate;
  now: () => number;
  isClosing: () => boolean;
  log: Log;
}
