/** Realtime while the database fails. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { ownMigrations } from '../../database/migration-files.ts';
import { openDatabase } from '../../database/open-database.ts';
import { serverOf } from '../durability/processes.ts';
import { makeFolder } from '../harness/database/folders.ts';
import { openRealtimeServer, type TestRealtime } from '../harness/realtime/test-realtime.ts';

const schema = `
  create table public.news (id int generated always as identity primary key, title text);
  grant select on public.news to anon;
  alter publication supabase_realtime add table public.news;`;

let folder = '';
let remove = async () => {};
let database: Database;
let realtime: TestRealtime & { close(): Promise<void> };

beforeAll(async () => {
  ({ folder, remove } = await makeFolder());
  database = await openDatabase({ dataFolder: folder, log: () => {}, migrations: [ownMigrations] });
  realtime = await openRealtimeServer(schema, '', { database });
});
afterAll(async () => {
  await realtime.close();
  await remove();
});

test('a server that is killed: clients hear it, broadcasts go on, and changes come back by themselves', async () => {
  const [socket, other] = [await realtime.connect(), await realtime.connect()];
  const postgres_changes = [{ event: '*', schema: 'public', table: 'news' }];
  await socket.join('room', { postgres_changes });
  await other.join('room', { broadcast: { ack: true } });
  expect((await socket.take('system')).payload.status).toBe('ok');

  process.kill(serverOf(folder) ?? 0, 'SIGKILL');
  expect((await socket.take('system')).payload).toEqual({
    extension: 'postgres_changes',
    status: 'error',
    message: 'The connection to the database was interrupted.',
    channel: 'room',
  });
  const said = { type: 'broadcast', event: 'said', payload: { text: 'still here' } };
  expect((await other.call('realtime:room', 'broadcast', said)).payload.status).toBe('ok');
  expect((await socket.take('broadcast')).payload.payload).toEqual({ text: 'still here' });

  expect((await socket.take('system')).payload).toMatchObject({
    status: 'ok',
    message: 'Subscribed to PostgreSQL',
  });
  await database.sql`insert into public.news (title) values ('after')`;
  expect((await socket.take('postgres_changes')).payload.data.record).toEqual({ id: 1, title: 'after' });
  const slots = await database.sql`select slot_name from pg_replication_slots`;
  expect(slots).toHaveLength(1);
});

test('a process that falls behind is cut off before the log of changes fills the disk', async () => {
  const { sql } = database;
  expect(await sql`show max_slot_wal_keep_size`).toEqual([{ max_slot_wal_keep_size: '512MB' }]);
  await sql.script("alter system set max_slot_wal_keep_size = '32MB'");
  await sql.script('select pg_reload_conf()');
  const lost = Promise.withResolvers<unknown>();
  const handled = Promise.withResolvers<void>();
  const stream = await database.openReplication({
    publications: ['supabase_realtime'],
    onTransaction: () => handled.promise,
    onLost: lost.resolve,
  });
  await sql`insert into public.news (title) values ('is never handled')`;
  for (let written = 0; written < 10; written++)
    await sql`select pg_logical_emit_message(false, 'load', repeat('x', 16 * 1024 * 1024), true)`;
  await sql.script('checkpoint');
  handled.resolve();
  await lost.promise;
  await stream.close();
  await sql.script('checkpoint');
  // Files with later names are empty, for reuse.
  const [log] = await sql<{ megabytes: number }[]>`
    select sum(size)::int / 1048576 as megabytes from pg_ls_waldir()
    where name <= pg_walfile_name(pg_current_wal_lsn())`;
  expect(log?.megabytes).toBeLessThanOrEqual(32 + 2 * 16);
});
