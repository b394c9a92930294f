/** A program for the tests to kill: it opens the database, writes rows one by one, and prints the acknowledged ones. */
import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ownMigrations } from '../../database/migration-files.ts';
import { openDatabase } from '../../database/open-database.ts';

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
    // Written synchronously without buffers: every line before the kill counts.
    writeSync(1, `${id}\n`);
  } catch {
    id -= 1;
    await wait(20);
  }
}
