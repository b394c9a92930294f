/** For tests: a change feed on the database of a suite, with subscribers that collect what they hear. */
import { afterAll, beforeAll, expect } from 'vitest';
import type { DataCaller } from '../../../backend/identity/read-caller.ts';
import type { DatabaseRole } from '../../../backend/identity/roles.ts';
import type {
  ChangeBinding,
  ChangeFeed,
  ChangeSubscription,
} from '../../../backend/realtime/changes/change-feed.ts';
import {
  type ChangeFeedOptions,
  createChangeFeed,
} from '../../../backend/realtime/changes/create-change-feed.ts';
import { createSharedStream, type SharedStream } from '../../../backend/realtime/changes/shared-stream.ts';
import type { TestServer } from '../database/servers.ts';

/** The parsed body; tests access its members freely. */
type Json = ReturnType<typeof JSON.parse>;

export interface HeardChange {
  ids: readonly number[];
  data: Json;
  text: string;
}

export interface TestSubscriber {
  changes: HeardChange[];
  statuses: string[];
  subscription: ChangeSubscription;
  /** Waits until changes arrive, or it is refused. Returns the last status. */
  ready(): Promise<string>;
}

export interface TestFeed {
  feed: ChangeFeed;
  stream: SharedStream;
  faults: string[];
  subscribe(bindings: readonly Partial<ChangeBinding>[], caller?: DataCaller): TestSubscriber;
}

export function callerOf(
  role: DatabaseRole,
  user?: string,
  claims: Record<string, unknown> = {},
): DataCaller {
  const all = { ...claims, role, ...(user && { sub: user }) };
  return {
    role,
    claims: all,
    claimsText: JSON.stringify(all),
    user,
    session: undefined,
    assurance: undefined,
    application: undefined,
    isKey: user === undefined,
    hasOwnAudience: true,
  };
}

export function openTestFeed({ database }: TestServer, options: Partial<ChangeFeedOptions> = {}): TestFeed {
  const faults: string[] = [];
  const log = (entry: { message: string; error?: unknown }) => {
    faults.push(`${entry.message} ${entry.error ?? ''}`);
  };
  const { auth: catalogue, requests, openReplication } = database;
  const stream = createSharedStream({ openReplication, catalogue, log, idleMs: 50, retryMs: [0, 50] });
  const feed = createChangeFeed({ stream, requests, catalogue, log, ...options });
  return {
    feed,
    stream,
    faults,
    subscribe(bindings, caller = callerOf('service_role')) {
      const changes: HeardChange[] = [];
      const statuses: string[] = [];
      const subscription = feed.subscribe(
        bindings.map((binding, id) => ({
          id,
          event: '*',
          schema: 'public',
          table: undefined,
          filter: undefined,
          select: undefined,
          ...binding,
        })),
        caller,
        {
          onChange: (ids, text) => changes.push({ ids, text, data: JSON.parse(text) }),
          onStatus: (status, message) => statuses.push(`${status}: ${message}`),
        },
      );
      return {
        changes,
        statuses,
        subscription,
        async ready() {
          await expect.poll(() => statuses.length).toBeGreaterThan(0);
          return statuses.at(-1) ?? '';
        },
      };
    },
  };
}

/** The feed of a suite. */
export function useTestFeed(
  server: () => TestServer,
  options: Partial<ChangeFeedOptions> = {},
): () => TestFeed {
  let opened: TestFeed | undefined;
  beforeAll(() => {
    opened = openTestFeed(server(), options);
  });
  afterAll(async () => {
    await opened?.feed.close();
    await opened?.stream.close();
  });
  return () => {
    if (!opened) throw new Error('The feed of this suite was not opened.');
    return opened;
  };
}
