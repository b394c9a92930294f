/** A program to be killed: it opens the database, writes one row after another, and says which ones were acknowledged. */
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ownMigrations } from '../migration-files.ts';
import { openDatabase } from '../open-database.ts';

const [dataFolder = '', first = '1'] = process.argv.slice(2);
const database = await openDatabase({ dataFolder, log: () => {}, migrations: [ownMigrations] });

process.on('SIGTERM', async () => {
  await database.close();
  process.exit(0);
});

let isReady = false;
for (let id = Number(first); ; id += 1) {
  try {
    if (!isReady)
      await database.sql`create table if not exists porchlight.durability (id bigint primary key, note text)`;
    isReady = true;
    await database.sql`insert into porchlight.durability values (${id}, repeat('x', 200)) on conflict do nothing`;
    // Written at once, past every buffer of ours: what was said before the kill counts.
    writeSync(1, `${id}\n`);
  } catch {
    id -= 1;
    await wait(20);
  }
}
