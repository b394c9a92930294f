/** Who is present on a topic. Changes are collected for a moment, so that a hundred arrivals are one message and not ten thousand. */
import { randomBytes } from 'node:crypto';

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
  isEmpty(): boolean;
}

type Metas = Map<string, string>;

const collectMs = 10;
const prefix = randomBytes(6).toString('base64url');
let count = 0;

/** `publish` gets the payload of `presence_diff`, as JSON text. */
export function createPresence(publish: (diff: string) => void): Presence {
  /** The metas of each key, by their reference, as JSON text. */
  const present = new Map<string, Metas>();
  let joins = new Map<string, Metas>();
  let leaves = new Map<string, Metas>();
  let timer: NodeJS.Timeout | undefined;

  function publishSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      const diff = `{"joins":${toJson(joins)},"leaves":${toJson(leaves)}}`;
      joins = new Map();
      leaves = new Map();
      publish(diff);
    }, collectMs);
  }

  function remove({ key, ref }: Present): void {
    const meta = present.get(key)?.get(ref);
    if (meta === undefined) return;
    take(present, key, ref);
    add(leaves, key, ref, meta);
    publishSoon();
  }

  return {
    track(key, payload, before) {
      count += 1;
      const ref = prefix + count.toString(36);
      const previous = before?.key === key ? { phx_ref_prev: before.ref } : {};
      const meta = JSON.stringify({ ...payload, phx_ref: ref, ...previous });
      if (before) remove(before);
      add(present, key, ref, meta);
      add(joins, key, ref, meta);
      publishSoon();
      return { key, ref };
    },
    untrack: remove,
    state: () => toJson(present),
    isEmpty: () => present.size === 0 && timer === undefined,
  };
}

function add(all: Map<string, Metas>, key: string, ref: string, meta: string): void {
  const metas = all.get(key);
  if (metas) metas.set(ref, meta);
  else all.set(key, new Map([[ref, meta]]));
}

function take(all: Map<string, Metas>, key: string, ref: string): void {
  const metas = all.get(key);
  metas?.delete(ref);
  if (metas?.size === 0) all.delete(key);
}

function toJson(all: Map<string, Metas>): string {
  const entries = [...all].map(
    ([key, metas]) => `${JSON.stringify(key)}:{"metas":[${[...metas.values()].join()}]}`,
  );
  return `{${entries.join()}}`;
}
