/** The topics of this process: who has joined them, and what is delivered to all of them. */
import type { BroadcastMessage } from '../broadcast-message.ts';
import type { ProtocolVersion } from '../frames/client-message.ts';
import { encodeBroadcast, encodeMessage, type Frame } from '../frames/server-message.ts';
import type { PresenceChange } from '../presence-change.ts';
import { createPresence, type Presence } from './presence.ts';

/** A joined channel of a socket. */
export interface Member {
  version: ProtocolVersion;
  send(frame: Frame): void;
  receivesBroadcasts(): boolean;
  receivesPresence(): boolean;
  /** Messages that it has received by a replay already. */
  hasReceived(message: BroadcastMessage): boolean;
}

export interface Topic {
  presence: Presence;
  add(member: Member): void;
  remove(member: Member): void;
}

export interface Topics {
  open(name: string, isPrivate: boolean): Topic;
  /** To every member but `from`, in this process. */
  broadcast(message: BroadcastMessage, from?: Member): void;
  /** Everyone who is present through this process. */
  listPresences(): PresenceChange[];
  /** A change that another process tells. */
  applyPresence(process: string, change: PresenceChange): void;
  /** Presences of another process that are not in the list have left. */
  keepPresences(process: string, refs: ReadonlySet<string>): void;
}

interface OpenTopic extends Topic {
  name: string;
  isPrivate: boolean;
  members: Set<Member>;
}

/** `announce` gets what has changed about the presences of this process. Without other processes there is none. */
export function createTopics(announce?: (change: PresenceChange) => void): Topics {
  const topics = new Map<string, OpenTopic>();

  function create(name: string, isPrivate: boolean): OpenTopic {
    const members = new Set<Member>();
    const presence = createPresence({
      publish(payload) {
        const message = { topic: `realtime:${name}`, event: 'presence_diff', payload };
        const frame = byVersion((version) => encodeMessage(version, message));
        for (const member of members) if (member.receivesPresence()) deliver(member, frame);
        closeIfEmpty();
      },
      announce: announce && ((joins, leaves) => announce({ topic: name, private: isPrivate, joins, leaves })),
    });
    const closeIfEmpty = () => {
      if (members.size === 0 && presence.isEmpty()) topics.delete(toKey(name, isPrivate));
    };
    return {
      name,
      isPrivate,
      members,
      presence,
      add: (member) => void members.add(member),
      remove(member) {
        members.delete(member);
        closeIfEmpty();
      },
    };
  }

  function open(name: string, isPrivate: boolean): OpenTopic {
    const key = toKey(name, isPrivate);
    const topic = topics.get(key) ?? create(name, isPrivate);
    topics.set(key, topic);
    return topic;
  }

  return {
    open,
    broadcast(message, from) {
      const topic = topics.get(toKey(message.topic, message.private));
      if (!topic) return;
      const frame = byVersion((version) => encodeBroadcast(version, message));
      for (const member of topic.members)
        if (member !== from && member.receivesBroadcasts() && !member.hasReceived(message))
          deliver(member, frame);
    },
    listPresences: () =>
      [...topics.values()]
        .map(({ name, isPrivate, presence }) => ({
          topic: name,
          private: isPrivate,
          joins: presence.own(),
          leaves: [],
        }))
        .filter(({ joins }) => joins.length > 0),
    applyPresence(process, change) {
      // A topic without members here may have some later.
      const topic =
        change.joins.length > 0
          ? open(change.topic, change.private)
          : topics.get(toKey(change.topic, change.private));
      topic?.presence.apply(process, change);
    },
    keepPresences(process, refs) {
      for (const { presence } of topics.values()) presence.keep(process, refs);
    },
  };
}

/** Public and private channels of one name are two topics. */
function toKey(name: string, isPrivate: boolean): string {
  return (isPrivate ? 'private:' : 'public:') + name;
}

type FrameOf = (version: ProtocolVersion) => Frame | undefined;

/** A frame is written when the first member of its version needs it. */
function byVersion(encode: FrameOf): FrameOf {
  const written = new Map<ProtocolVersion, Frame | undefined>();
  return (version) => {
    if (!written.has(version)) written.set(version, encode(version));
    return written.get(version);
  };
}

function deliver(member: Member, frameOf: FrameOf): void {
  const frame = frameOf(member.version);
  if (frame) member.send(frame);
}
