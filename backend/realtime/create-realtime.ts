/** Supabase's realtime: broadcasts, presence and database changes over WebSockets. */
import type { Database } from '../../database/database.ts';
import type { Log } from '../../database/log.ts';
import type { RealtimeConfig } from '../config/realtime-config.ts';
import { BoundedMap } from '../http/bounded-map.ts';
import type { ReadCaller } from '../identity/read-caller.ts';
import { createServeBroadcasts, type ServeBroadcasts } from './broadcast-api/serve.ts';
import { type Bus, type BusOptions, createBus } from './bus/create-bus.ts';
import { createIdentifyCaller, type RealtimeCaller } from './caller.ts';
import { createChangeFeed } from './changes/create-change-feed.ts';
import { createSharedStream } from './changes/shared-stream.ts';
import { createFollowWhileJoined } from './messages/follow-while-joined.ts';
import { createReadReplay } from './messages/read-replay.ts';
import { createReadRights } from './messages/read-rights.ts';
import { createRate, type Rate } from './rate.ts';
import type { RealtimeService } from './service.ts';
import { startEndingSessions } from './sockets/end-ended-sessions.ts';
import { createSockets, type Sockets } from './sockets/sockets.ts';
import { createTopics, type Topics } from './topics/topics.ts';

export interface RealtimeOptions {
  config: RealtimeConfig;
  database: Pick<Database, 'auth' | 'realtime' | 'requests' | 'openReplication'>;
  readCaller: ReadCaller;
  /** Tokens of third-party applications are accepted, and row security decides. */
  applicationsUseData: boolean;
  /** Set if other processes may use the same database. */
  bus: BusSettings | undefined;
  now: () => number;
  log: Log;
}

export type BusSettings = Pick<BusOptions, 'key' | 'times'>;

export interface Realtime {
  serve: ServeBroadcasts;
  accept: Sockets['accept'];
  /** Of this process. */
  count(): RealtimeCount;
  /** Tells every client to reconnect. */
  closeSockets(): Promise<void>;
  close(): Promise<void>;
}

export interface RealtimeCount {
  sockets: number;
  /** Joined by these sockets. */
  channels: number;
}

/** Callers whose broadcasts over HTTP are counted. */
const maxRates = 10_000;

export function createRealtime(options: RealtimeOptions): Realtime {
  const { config, database, log, now } = options;
  let isClosing = false;
  const topics = createTopics(options.bus && ((change) => bus?.announce(change)));
  const bus = options.bus && openBus(options, options.bus, topics);
  const stream = createSharedStream({
    openReplication: database.openReplication,
    catalogue: database.auth,
    log,
  });
  const service: RealtimeService = {
    config,
    identifyCaller: createIdentifyCaller({ ...options, nowSeconds: () => now() / 1000 }),
    readRights: createReadRights(database.realtime, log),
    readReplay: createReadReplay(database.realtime),
    topics,
    broadcast(message, from) {
      topics.broadcast(message, from);
      bus?.broadcast(message);
    },
    whenHearing: async () => bus?.ready,
    changes: createChangeFeed({ stream, requests: database.requests, catalogue: database.auth, log }),
    followMessages: createFollowWhileJoined(stream, topics.broadcast),
    joins: createRate(config.maxJoinsPerSecond),
    presenceCalls: createRate(config.maxPresencePerSecond),
    now,
    isClosing: () => isClosing,
    log,
  };
  const sockets = createSockets(service);
  const sessions = startEndingSessions({ sockets, database: database.auth, log });
  const closeSockets = () => {
    isClosing = true;
    return sockets.close();
  };
  return {
    serve: createServeBroadcasts(service, createRates(config.maxMessagesPerSecond)),
    accept: sockets.accept,
    count() {
      const open = [...sockets.all()];
      return { sockets: open.length, channels: open.reduce((sum, { channels }) => sum + channels.size, 0) };
    },
    closeSockets,
    async close() {
      sessions.close();
      await closeSockets();
      await bus?.close();
      await service.changes.close();
      await stream.close();
    },
  };
}

function openBus({ database, now, log }: RealtimeOptions, settings: BusSettings, topics: Topics): Bus {
  return createBus({
    ...settings,
    database: database.realtime,
    now,
    log,
    onBroadcast: topics.broadcast,
    onPresence: topics.applyPresence,
    keepPresences: topics.keepPresences,
    listPresences: topics.listPresences,
  });
}

/** The rate of a caller: of a user, or of all who use the same key. */
function createRates(maxPerSecond: number): (caller: RealtimeCaller) => Rate {
  const rates = new BoundedMap<Rate>(maxRates);
  return ({ user, claimsText }) => {
    const key = user ?? claimsText;
    const rate = rates.get(key) ?? createRate(maxPerSecond);
    rates.set(key, rate);
    return rate;
  };
}
