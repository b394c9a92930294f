/** The partitions of realtime.messages: made for the next days, and dropped three days after theirs. */
import type { Connections, Database, TransactionSql } from '../../../database/database.ts';
import { DatabaseFull } from '../../../database/errors.ts';
import type { Log } from '../../../database/log.ts';

export interface MessageCleanUpOptions {
  database: Pick<Database, 'realtime'>;
  log: Log;
  firstAfterMs?: number;
  everyMs?: number;
  now?: () => Date;
}

export interface MessageCleanUp {
  /** Does what is due now. Returns false when another process is doing it. */
  run(): Promise<boolean>;
  close(): Promise<void>;
}

const dayMs = 24 * 3_600_000;
const daysAhead = 3;
const retentionMs = 3 * dayMs;
/** An advisory lock; the number is used by this program only. */
const lockKey = 7_205_759_405;

export function startMessageCleanUp(options: MessageCleanUpOptions): MessageCleanUp {
  const { database, log, firstAfterMs = 60_000, everyMs = 3_600_000, now = () => new Date() } = options;
  let running: Promise<unknown> = Promise.resolve();

  const run = () => runAlone(database.realtime, (sql) => update(sql, now().getTime()));

  function runAndLog(): void {
    running = run().catch((error: unknown) => {
      // The database logs a full disk itself, once.
      if (error instanceof DatabaseFull) return;
      const message =
        'Partitions of realtime.messages could not be made or dropped; the next attempt is in an hour.';
      log({ level: 'warn', message, error: String(error) });
    });
  }
  const first = setTimeout(runAndLog, firstAfterMs).unref();
  const timer = setInterval(runAndLog, everyMs).unref();

  return {
    run,
    async close() {
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}

function runAlone(
  { transaction }: Pick<Connections, 'transaction'>,
  work: (sql: TransactionSql) => Promise<void>,
): Promise<boolean> {
  return transaction(async (sql) => {
    const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_xact_lock(${lockKey}) as locked`;
    if (!row?.locked) return false;
    await work(sql);
    return true;
  });
}

async function update(sql: TransactionSql, at: number): Promise<void> {
  // A table that an old version of Supabase's own service has made.
  const [table] =
    await sql`select from pg_partitioned_table where partrelid = to_regclass('realtime.messages')`;
  if (table === undefined) return;
  const partitions = await listPartitions(sql);
  const rest = partitions.find(({ isDefault }) => isDefault)?.name;
  const days = Array.from({ length: daysAhead + 1 }, (_, ahead) => at + ahead * dayMs);
  const missing = days.filter((day) => !partitions.some(({ name }) => name === nameOf(day)));
  const oldest = at - retentionMs;
  const ended = partitions.filter(({ name, isDefault }) => !isDefault && name < nameOf(oldest));
  if (missing.length + ended.length > 0) {
    // Senders wait until this is done: one that had chosen its partition before would fail. They wait no longer than this, and partitions
    // are made days ahead, so that there is always another attempt.
    await sql`select set_config('lock_timeout', '500ms', true)`;
    await sql.script('lock table only realtime.messages in access exclusive mode');
  }
  for (const { name } of ended) await sql.script(`drop table realtime.${name}`);
  for (const day of missing) await makePartition(sql, day, rest);
  if (rest !== undefined)
    await sql.script(`delete from realtime.${rest} where inserted_at < '${toDay(oldest)}'`);
}

async function makePartition(sql: TransactionSql, day: number, rest: string | undefined): Promise<void> {
  const table = `realtime.${nameOf(day)}`;
  const [from, to] = [toDay(day), toDay(day + dayMs)];
  await sql.script(`
    create table ${table} (like realtime.messages including all);
    alter table ${table} owner to supabase_realtime_admin`);
  // Messages of that day, from a time when it had no partition.
  if (rest !== undefined)
    await sql.script(`
      with moved as (delete from realtime.${rest} where inserted_at >= '${from}' and inserted_at < '${to}' returning *)
      insert into ${table} select * from moved`);
  await sql.script(
    `alter table realtime.messages attach partition ${table} for values from ('${from}') to ('${to}')`,
  );
}

/** The default partition, and those with the names that Supabase gives them too. */
function listPartitions(sql: TransactionSql): Promise<{ name: string; isDefault: boolean }[]> {
  return sql<{ name: string; isDefault: boolean }[]>`
    select c.relname as name, c.oid = p.partdefid as "isDefault"
    from pg_partitioned_table p join pg_inherits i on i.inhparent = p.partrelid join pg_class c on c.oid = i.inhrelid
    where p.partrelid = 'realtime.messages'::regclass and c.relnamespace = 'realtime'::regnamespace
      and c.relname ~ '^messages_(default|[0-9]{4}_[0-9]{2}_[0-9]{2})$'`;
}

/** A day in UTC: 2026-11-17. */
function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function nameOf(time: number): string {
  return `messages_${toDay(time).replaceAll('-', '_')}`;
}
