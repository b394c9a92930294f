/**
 * Who is present on a topic, through this process and the others. Changes are collected for a moment, so that a hundred arrivals are one
 * message and not ten thousand.
 */
import { randomBytes } from 'node:crypto';
import type { PresenceChange, PresenceEntry } from '../presence-change.ts';

/** One presence: a channel has at most one. */
export interface Present {
  key: string;
  ref: string;
}

export interface Presence {
  track(key: string, payload: Record<string, unknown>, before: Present | undefined): Present;
  untrack(present: Present): void;
  /** The payload of `presence_state`, as JSON text. */
  state(): string;
  /** Those of this process. */
  own(): PresenceEntry[];
  /** A change that another process tells. */
  apply(process: string, change: Pick<PresenceChange, 'joins' | 'leaves'>): void;
  /** Removes those of another process that are not in the list. */
  keep(process: string, refs: ReadonlySet<string>): void;
  isEmpty(): boolean;
}

export interface PresenceOptions {
  /** Gets the payload of `presence_diff`, as JSON text. */
  publish(diff: string): void;
  /** Gets what has changed through this process. Without other processes there is none. */
  announce?: ((joins: PresenceEntry[], leaves: PresenceEntry[]) => void) | undefined;
}

interface Entry extends PresenceEntry {
  /** Undefined: this one. */
  process?: string;
}

/** By key, then by reference. */
type Entries = Map<string, Map<string, Entry>>;

const collectMs = 10;
const prefix = randomBytes(6).toString('base64url');
let count = 0;

export function createPresence({ publish, announce }: PresenceOptions): Presence {
  const present: Entries = new Map();
  let joins: Entries = new Map();
  let leaves: Entries = new Map();
  let timer: NodeJS.Timeout | undefined;

  function publishSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      const diff = `{"joins":${toJson(joins)},"leaves":${toJson(leaves)}}`;
      const own = announce && { joins: listOwn(joins), leaves: listOwn(leaves) };
      joins = new Map();
      leaves = new Map();
      publish(diff);
      if (own && own.joins.length + own.leaves.length > 0) announce?.(own.joins, own.leaves);
    }, collectMs);
  }

  function insert(entry: Entry): void {
    add(present, entry);
    add(joins, entry);
    publishSoon();
  }

  function remove({ key, ref }: Present): void {
    const entry = present.get(key)?.get(ref);
    if (entry === undefined) return;
    take(present, entry);
    add(leaves, entry);
    publishSoon();
  }

  return {
    track(key, payload, before) {
      count += 1;
      const ref = prefix + count.toString(36);
      const previous = before?.key === key ? { phx_ref_prev: before.ref } : {};
      const meta = JSON.stringify({ ...payload, phx_ref: ref, ...previous });
      if (before) remove(before);
      insert({ key, ref, meta });
      return { key, ref };
    },
    untrack: remove,
    state: () => toJson(present),
    own: () => listOwn(present),
    apply(process, change) {
      for (const { key, ref, meta } of change.joins)
        if (!present.get(key)?.has(ref)) insert({ key, ref, meta, process });
      for (const left of change.leaves) remove(left);
    },
    keep(process, refs) {
      for (const entry of list(present)) if (entry.process === process && !refs.has(entry.ref)) remove(entry);
    },
    isEmpty: () => present.size === 0 && timer === undefined,
  };
}

function add(all: Entries, entry: Entry): void {
  const entries = all.get(entry.key);
  if (entries) entries.set(entry.ref, entry);
  else all.set(entry.key, new Map([[entry.ref, entry]]));
}

function take(all: Entries, { key, ref }: Present): void {
  const entries = all.get(key);
  entries?.delete(ref);
  if (entries?.size === 0) all.delete(key);
}

function list(all: Entries): Entry[] {
  return [...all.values()].flatMap((entries) => [...entries.values()]);
}

function listOwn(all: Entries): PresenceEntry[] {
  return list(all).filter(({ process }) => process === undefined);
}

function toJson(all: Entries): string {
  const texts = [...all].map(
    ([key, entries]) =>
      `${JSON.stringify(key)}:{"metas":[${[...entries.values()].map(({ meta }) => meta).join()}]}`,
  );
  return `{${texts.join()}}`;
}
