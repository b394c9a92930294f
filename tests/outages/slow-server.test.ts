/** A server that answers slowly, as on an overloaded machine, does not count as absent. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { openDatabase } from '../../database/open-database.ts';
import { openCopiedDatabase } from '../harness/database/shared-server.ts';
import { type BreakingProxy, startBreakingProxy } from './breaking-proxy.ts';

let own: Database;
let proxy: BreakingProxy;
let database: Database;
const logged: string[] = [];

beforeAll(async () => {
  own = await openCopiedDatabase({ log: () => {}, answerWithinMs: 20_000 });
  proxy = await startBreakingProxy(own.url);
  database = await openDatabase({
    databaseUrl: proxy.url,
    dataFolder: '',
    log: ({ level, message }) => level !== 'info' && logged.push(message),
    migrations: [],
  });
});
afterAll(async () => {
  proxy?.delay(0);
  await database?.close();
  await proxy?.close();
  await own?.close();
});

test('a slow answer is waited for, also on a connection that is being opened', async () => {
  await database.sql`select 1`;
  proxy.delay(600);
  // Over a connection that is open, over new ones, and in a transaction.
  const answers = await Promise.all([
    database.sql`select pg_sleep(3)`.then(() => 'slept'),
    ...[1, 2, 3].map(() => database.sql`select 'answered' as word`.then(([row]) => row?.word)),
    database.batch([{ text: 'select 1', values: [] }]).then(() => 'batch'),
    database.transaction((sql) => sql`select 1`).then(() => 'transaction'),
  ]);
  expect(answers).toEqual(['slept', 'answered', 'answered', 'answered', 'batch', 'transaction']);
  expect(logged).toEqual([]);
});
