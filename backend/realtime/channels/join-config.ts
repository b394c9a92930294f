/** What a client asks for when it joins. A value of a wrong shape counts as not given. */
import { randomUUID } from 'node:crypto';
import type { ChangeBinding } from '../changes/change-feed.ts';
import { isObject } from '../frames/client-message.ts';

export interface JoinConfig {
  token: string | undefined;
  private: boolean;
  acknowledges: boolean;
  sendsToSelf: boolean;
  wantsReplicationReady: boolean;
  /** Undefined if not asked for. */
  replay: { since: unknown; limit: unknown } | undefined;
  presence: { key: string; isEnabled: boolean };
  changes: {
    /** As sent, with the id: the client compares them. */
    replied: Record<string, unknown>[];
    bindings: ChangeBinding[];
  };
  /** Old clients name a table by the topic, and get changes by the name of their type. */
  isLegacy: boolean;
}

export function readJoinConfig(payload: unknown, topic: string, nextId: () => number): JoinConfig {
  const given = isObject(payload) ? payload : {};
  const isLegacy = !isObject(given.config);
  const config = isObject(given.config) ? given.config : {};
  const broadcast = isObject(config.broadcast) ? config.broadcast : {};
  const presence = isObject(config.presence) ? config.presence : {};
  const asked = isLegacy ? [toLegacyBinding(topic)] : config.postgres_changes;
  const replied = (Array.isArray(asked) ? asked : [])
    .filter(isObject)
    .map((one) => ({ ...one, id: nextId() }));
  const token = given.user_token ?? given.access_token;
  return {
    token: typeof token === 'string' ? token : undefined,
    private: toBoolean(config.private),
    acknowledges: toBoolean(broadcast.ack),
    sendsToSelf: toBoolean(broadcast.self),
    wantsReplicationReady: toBoolean(broadcast.replication_ready),
    replay: isObject(broadcast.replay)
      ? { since: broadcast.replay.since, limit: broadcast.replay.limit }
      : undefined,
    presence: {
      key: toText(presence.key) || randomUUID(),
      // Clients that do not know the member expect it.
      isEnabled: presence.enabled === undefined ? isObject(config.presence) : toBoolean(presence.enabled),
    },
    changes: { replied, bindings: replied.map(toBinding) },
    isLegacy,
  };
}

function toBinding(given: Record<string, unknown> & { id: number }): ChangeBinding {
  const table = toText(given.table);
  const { select } = given;
  return {
    id: given.id,
    event: (toText(given.event) || '*').toUpperCase(),
    schema: toText(given.schema) || (table === '' ? '' : 'public'),
    table: table === '' || table === '*' ? undefined : table,
    filter: toText(given.filter) || undefined,
    select: Array.isArray(select) ? select.filter((name) => typeof name === 'string') : undefined,
  };
}

/** `schema:table:filter`, the last two optional. */
function toLegacyBinding(topic: string): Record<string, unknown> {
  const [schema, table, ...filter] = topic.split(':');
  return {
    schema,
    ...(table !== undefined && { table }),
    ...(filter.length > 0 && { filter: filter.join(':') }),
  };
}

function toBoolean(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true');
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
