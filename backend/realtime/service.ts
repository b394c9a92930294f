import type { Log } from '../../database/log.ts';
import type { RealtimeConfig } from '../config/realtime-config.ts';
import type { IdentifyCaller } from './caller.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { FollowWhileJoined } from './messages/follow-while-joined.ts';
import type { ReadReplay } from './messages/read-replay.ts';
import type { Rate } from './rate.ts';
import type { ReadRights } from './rights.ts';
import type { Topics } from './topics/topics.ts';

/** Everything that sockets and endpoints share. */
export interface RealtimeService {
  config: RealtimeConfig;
  identifyCaller: IdentifyCaller;
  readRights: ReadRights;
  readReplay: ReadReplay;
  topics: Topics;
  changes: ChangeFeed;
  followMessages: FollowWhileJoined;
  joins: Rate;
  presenceCalls: Rate;
  now: () => number;
  isClosing: () => boolean;
  log: Log;
}
