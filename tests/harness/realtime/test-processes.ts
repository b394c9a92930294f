/** For tests: several processes of realtime on one database, each with its own connections, port and sockets. */
import { afterAll, beforeAll } from 'vitest';
import type { BusTimes } from '../../../backend/realtime/bus/create-bus.ts';
import { ownMigrations } from '../../../database/migration-files.ts';
import { openDatabase } from '../../../database/open-database.ts';
import { openRealtimeProcess, openRealtimeServer, type TestRealtime } from './test-realtime.ts';

export interface TestProcess extends TestRealtime {
  /** Its connections to the database end, and it cannot tell the others. */
  vanish(): Promise<void>;
  /** As a process that ends properly. */
  close(): Promise<void>;
}

export interface TestProcesses {
  first: TestRealtime;
  second: TestRealtime;
  open(busTimes?: BusTimes): Promise<TestProcess>;
}

/** Opens two before the tests of the file. */
export function startProcesses(schema: string): () => TestProcesses {
  const opened: { close(): Promise<void> }[] = [];
  let processes: TestProcesses | undefined;

  beforeAll(async () => {
    const first = await openRealtimeServer(schema, '', { isOnlyProcess: false });
    opened.push(first);
    const open = async (busTimes?: BusTimes): Promise<TestProcess> => {
      const process = await openAnother(first, busTimes);
      opened.push(process);
      return process;
    };
    processes = { first, second: await open(), open };
  });
  afterAll(async () => {
    for (const process of opened.reverse()) await process.close();
  });

  return () => {
    if (!processes) throw new Error('The processes of this file did not start.');
    return processes;
  };
}

async function openAnother(first: TestRealtime, busTimes: BusTimes | undefined): Promise<TestProcess> {
  const database = await openDatabase({
    databaseUrl: first.database.url,
    dataFolder: '',
    migrations: [ownMigrations],
    log: () => {},
    answerWithinMs: 20_000,
  });
  const { secrets } = first;
  const process = await openRealtimeProcess({ database, secrets, ...(busTimes && { busTimes }) });
  let closed: Promise<void> | undefined;
  const close = async () => {
    await process.close();
    await database.close();
  };
  return {
    ...process,
    vanish: () => database.close(),
    close() {
      closed ??= close();
      return closed;
    },
  };
}
