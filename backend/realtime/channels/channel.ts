/** One channel of one socket: from its join to its end. */
import type { BroadcastMessage } from '../broadcast-message.ts';
import { expiredMessage, type RealtimeCaller, RealtimeRefusal } from '../caller.ts';
import type { ChangeSubscription } from '../changes/change-feed.ts';
import { type ClientMessage, isObject, type ProtocolVersion } from '../frames/client-message.ts';
import { encodeBroadcast, encodeMessage, type Frame } from '../frames/server-message.ts';
import type { Rate } from '../rate.ts';
import type { RealtimeService } from '../service.ts';
import type { Member, Topic } from '../topics/topics.ts';
import { type JoinedAs, joinChannel, readCallerRights, topicPrefix } from './join-channel.ts';
import { type JoinConfig, readJoinConfig } from './join-config.ts';
import { MessageQueue } from './message-queue.ts';
import { OwnPresence } from './own-presence.ts';

/** What a channel uses of its socket. */
export interface ChannelSocket {
  version: ProtocolVersion;
  /** The caller of the key that opened the socket. */
  key: RealtimeCaller;
  messages: Rate;
  send(frame: Frame): void;
}

/** Messages that a client may send before its join is answered. */
const maxWaiting = 1000;
let lastId = 0;

/** Everything that a joined channel has. */
interface Joined extends JoinedAs {
  topic: Topic;
  presence: OwnPresence;
  changes: ChangeSubscription | undefined;
  replayedIds: ReadonlySet<string>;
  stopFollowing: () => void;
}

export class Channel implements Member {
  readonly version: ProtocolVersion;
  readonly joinRef: string | null;
  readonly #service: RealtimeService;
  readonly #socket: ChannelSocket;
  readonly #topic: string;
  readonly #name: string;
  readonly #config: JoinConfig;
  readonly #onClosed: (channel: Channel) => void;
  readonly #queue = new MessageQueue<ClientMessage>(maxWaiting, (message) => this.#handle(message));
  #joined: Joined | undefined;
  #isClosed = false;

  constructor(
    service: RealtimeService,
    socket: ChannelSocket,
    join: ClientMessage,
    onClosed: (channel: Channel) => void,
  ) {
    this.#service = service;
    this.#socket = socket;
    this.version = socket.version;
    this.#topic = join.topic;
    this.joinRef = join.joinRef;
    this.#name = join.topic.slice(topicPrefix.length);
    this.#config = readJoinConfig(join.payload, this.#name, () => ++lastId);
    this.#onClosed = onClosed;
    this.#queue.waitFor(this.#join(join));
  }

  send(frame: Frame): void {
    this.#socket.send(frame);
  }

  receivesBroadcasts(): boolean {
    return this.#joined?.rights.broadcast.read === true;
  }

  receivesPresence(): boolean {
    return this.#config.presence.isEnabled && this.#joined?.rights.presence.read === true;
  }

  hasReceived({ meta }: BroadcastMessage): boolean {
    return meta !== undefined && this.#joined?.replayedIds.has(readId(meta)) === true;
  }

  receive(message: ClientMessage): void {
    if (this.#isClosed) return;
    if (this.#socket.messages.take(this.#service.now())) this.#queue.add(message);
    else this.end('Too many messages per second');
  }

  /** Ends it when its token has expired. */
  checkExpiry(nowSeconds: number): void {
    const expiresAt = this.#joined?.caller.expiresAt;
    if (expiresAt !== undefined && expiresAt <= nowSeconds) this.end(expiredMessage(expiresAt, nowSeconds));
  }

  /** The session that the channel depends on: of private channels, and of those with database changes. */
  session(): Pick<RealtimeCaller, 'session' | 'user'> | undefined {
    return this.#config.private || this.#joined?.changes ? this.#joined?.caller : undefined;
  }

  /** Tells the client why, and closes the channel. */
  end(message: string): void {
    if (this.#isClosed) return;
    this.#pushSystem('system', 'error', message);
    this.leave();
  }

  leave(): void {
    this.#push('phx_close', {}, this.joinRef);
    this.close();
  }

  /** Without a message: the socket is gone. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const joined = this.#joined;
    joined?.presence.untrack();
    joined?.topic.remove(this);
    joined?.changes?.close();
    joined?.stopFollowing();
    this.#onClosed(this);
  }

  async #join(join: ClientMessage): Promise<void> {
    try {
      const as = await joinChannel(this.#service, this.#topic, this.#config, this.#socket.key);
      if (!this.#isClosed) this.#start(join, as);
    } catch (error) {
      if (this.#isClosed) return;
      const code = error instanceof RealtimeRefusal ? `${error.code}: ` : '';
      this.#reply(join, 'error', { reason: code + this.#describe(error) });
      this.close();
    }
  }

  #start(join: ClientMessage, as: JoinedAs): void {
    const { topics, followMessages } = this.#service;
    const topic = topics.open(this.#name, this.#config.private);
    const joined: Joined = {
      ...as,
      topic,
      presence: new OwnPresence(this.#service, topic.presence, this.#config.presence.key),
      changes: undefined,
      replayedIds: new Set(as.replayed.map(({ meta = '' }) => readId(meta))),
      stopFollowing: () => {},
    };
    this.#joined = joined;
    topic.add(this);
    // The reply comes first: the client would drop what arrives before it.
    this.#reply(join, 'ok', { postgres_changes: this.#config.changes.replied });
    if (this.receivesPresence()) this.#pushText('presence_state', topic.presence.state());
    for (const message of as.replayed) {
      const frame = encodeBroadcast(this.version, message);
      if (frame) this.send(frame);
    }
    joined.changes = this.#subscribe(as.caller);
    joined.stopFollowing = followMessages(() => {
      if (this.#config.wantsReplicationReady)
        this.#pushSystem('system', 'ok', 'Replication connection established');
    });
  }

  #subscribe(caller: RealtimeCaller): ChangeSubscription | undefined {
    const { bindings } = this.#config.changes;
    if (bindings.length === 0) return undefined;
    const { isLegacy } = this.#config;
    return this.#service.changes.subscribe(bindings, caller, {
      onChange: (ids, data) => {
        const message = isLegacy
          ? { event: String(JSON.parse(data).type), payload: data }
          : { event: 'postgres_changes', payload: `{"ids":[${ids.join()}],"data":${data}}` };
        this.send(encodeMessage(this.version, { topic: this.#topic, ...message }));
      },
      onStatus: (status, message) => this.#pushSystem('postgres_changes', status, message),
    });
  }

  /** A promise while later messages have to wait. */
  #handle(message: ClientMessage): Promise<void> | undefined {
    if (this.#isClosed || !this.#joined) return undefined;
    if (message.event === 'access_token') return this.#renewToken(message.payload);
    if (message.event === 'broadcast') this.#broadcast(message, this.#joined);
    if (message.event === 'presence') this.#changePresence(message, this.#joined);
    if (message.event === 'phx_leave') {
      this.#reply(message, 'ok');
      this.leave();
    }
    return undefined;
  }

  #broadcast(message: ClientMessage, { rights }: Joined): void {
    const { broadcast } = message;
    const { acknowledges, sendsToSelf } = this.#config;
    if (!broadcast || !rights.broadcast.write) return;
    const isTooLarge = Buffer.byteLength(broadcast.payload) > this.#service.config.maxPayloadBytes;
    if (!isTooLarge) {
      const sent = { ...broadcast, topic: this.#name, private: this.#config.private };
      this.#service.broadcast(sent, sendsToSelf ? undefined : this);
    }
    if (!acknowledges) return;
    if (isTooLarge) this.#reply(message, 'error', { reason: 'payload_size_exceeded' });
    else this.#reply(message, 'ok');
  }

  #changePresence(message: ClientMessage, { presence, rights, topic }: Joined): void {
    const answer = presence.answer(message, rights.presence.write);
    if ('ends' in answer) {
      this.end(answer.ends);
      return;
    }
    const { status, ...response } = answer;
    this.#reply(message, status, response);
    if (this.#config.presence.isEnabled || !presence.isTracked()) return;
    // To be present is to see the others.
    this.#config.presence.isEnabled = true;
    if (this.receivesPresence()) this.#pushText('presence_state', topic.presence.state());
  }

  async #renewToken(payload: unknown): Promise<void> {
    const token = isObject(payload) ? payload.access_token : undefined;
    if (typeof token !== 'string' || token.startsWith('sb_') || token === this.#config.token) return;
    try {
      const next = await readCallerRights(
        this.#service,
        this.#name,
        { token, private: this.#config.private },
        this.#socket.key,
      );
      const before = this.#joined;
      if (this.#isClosed || !before) return;
      this.#config.token = token;
      this.#joined = { ...before, ...next };
      const kinds = ['broadcast', 'presence'] as const;
      if (kinds.some((kind) => before.rights[kind].read && !next.rights[kind].read))
        this.end(`You no longer have permission to read from this Channel topic: ${this.#name}`);
      else before.changes?.setCaller(next.caller);
    } catch (error) {
      this.end(this.#describe(error));
    }
  }

  #reply({ ref }: ClientMessage, status: 'ok' | 'error', response: unknown = {}): void {
    this.#push('phx_reply', { status, response }, ref);
  }

  #pushSystem(extension: string, status: string, message: string): void {
    this.#push('system', { extension, status, message, channel: this.#name });
  }

  #push(event: string, payload: unknown, ref: string | null = null): void {
    this.#pushText(event, JSON.stringify(payload), ref);
  }

  #pushText(event: string, payload: string, ref: string | null = null): void {
    const message = { joinRef: this.joinRef, ref, topic: this.#topic, event, payload };
    this.send(encodeMessage(this.version, message));
  }

  #describe(error: unknown): string {
    if (error instanceof RealtimeRefusal) return error.message;
    this.#service.log({ level: 'error', message: 'A channel of realtime failed.', error: String(error) });
    return 'Unknown Error on Channel';
  }
}

/** The id of a row of realtime.messages. */
function readId(meta: string): string {
  const { id }: { id?: unknown } = JSON.parse(meta || '{}');
  return String(id);
}
