/** The topics of this process: who has joined them, and what is delivered to all of them. */
import type { BroadcastMessage } from '../broadcast-message.ts';
import type { ProtocolVersion } from '../frames/client-message.ts';
import { encodeBroadcast, encodeMessage, type Frame } from '../frames/server-message.ts';
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
  /** To every member but `from`. */
  broadcast(message: BroadcastMessage, from?: Member): void;
  count(): number;
}

interface OpenTopic extends Topic {
  members: Set<Member>;
}

export function createTopics(): Topics {
  const topics = new Map<string, OpenTopic>();

  function create(name: string, key: string): OpenTopic {
    const members = new Set<Member>();
    const presence = createPresence((payload) => {
      const message = { topic: `realtime:${name}`, event: 'presence_diff', payload };
      const frame = byVersion((version) => encodeMessage(version, message));
      for (const member of members) if (member.receivesPresence()) deliver(member, frame);
      closeIfEmpty();
    });
    const closeIfEmpty = () => {
      if (members.size === 0 && presence.isEmpty()) topics.delete(key);
    };
    return {
      members,
      presence,
      add: (member) => void members.add(member),
      remove(member) {
        members.delete(member);
        closeIfEmpty();
      },
    };
  }

  return {
    open(name, isPrivate) {
      const key = toKey(name, isPrivate);
      const topic = topics.get(key) ?? create(name, key);
      topics.set(key, topic);
      return topic;
    },
    broadcast(message, from) {
      const topic = topics.get(toKey(message.topic, message.private));
      if (!topic) return;
      const frame = byVersion((version) => encodeBroadcast(version, message));
      for (const member of topic.members)
        if (member !== from && member.receivesBroadcasts() && !member.hasReceived(message))
          deliver(member, frame);
    },
    count: () => topics.size,
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
