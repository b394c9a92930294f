import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCopiedDatabase } from '../tests/harness/database/shared-server.ts';
import type { Database } from './database.ts';

let database: Database;
beforeAll(async () => {
  database = await openCopiedDatabase({ log: () => undefined });
});
afterAll(() => database.close());

it('migrations of Supabase projects that set up realtime can be applied', async () => {
  const { sql } = database;
  await sql.script(`
    create policy "members read" on realtime.messages for select to authenticated
      using (realtime.topic() like 'room-%');
    create policy "members write" on realtime.messages for insert to authenticated
      with check (realtime.topic() like 'room-%');
    create table public.rooms (id int primary key);
    alter publication supabase_realtime add table public.rooms;`);
  const published =
    await sql`select tablename from pg_publication_tables where pubname = 'supabase_realtime'`;
  expect(published).toMatchObject([{ tablename: 'rooms' }]);
});
