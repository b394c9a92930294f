import type { Log } from '../../database/log.ts';
import type { RealtimeConfig } from '../config/realtime-config.ts';
import type { BroadcastMessage } from './broadcast-message.ts';
import type { IdentifyCaller } from './caller.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { FollowWhileJoined } from './messages/follow-while-joined.ts';
import type { ReadReplay } from './messages/read-replay.ts';
import type { Rate } from './rate.ts';
import type { ReadRights } from './rights.ts';
import type { Member, Topics } from './topics/topics.ts';

/** Everything that sockets and endpoints share. */
export interface RealtimeService {
  config: RealtimeConfig;
  identifyCaller: IdentifyCaller;
  readRights: ReadRights;
  readReplay: ReadReplay;
  topics: Topics;
  /** To every subscriber but `from`, in all processes. */
  broadcast(message: BroadcastMessage, from?: Member): void;
  /** Resolves when broadcasts of other processes are heard, or cannot be for now. */
  whenHearing: () => Promise<void>;
  changes: ChangeFeed;
  followMessages: FollowWhileJoined;
  joins: Rate;
  presenceCalls: Rate;
  now: () => number;
  isClosing: () => boolean;
  log: Log;
}
