import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { parseDatabaseUrl } from '../connection-target.ts';
import { DatabaseUnavailable, toDatabaseError } from '../errors.ts';
import { openConnection } from './connection.ts';
import { noTimeLimits } from './open-client.ts';
import { runTransaction } from './transaction.ts';

describeOnEveryServer('a transaction whose connection is lost', (server) => {
  const db = () => server().database;
  /** Ends the connection of a transaction, from another one. */
  const cut = async (pid: number | undefined) => {
    await db().sql`select pg_terminate_backend(${pid ?? 0}, 5000)`;
    await wait(50);
  };

  it.each([
    ['continues writing', false],
    ['gives up by itself', true],
  ])('is rolled back and sends nothing more, when its work %s', async (_how, givesUp) => {
    await db().sql`create table if not exists public.cut (note text)`;
    const sent: unknown[] = [];
    const half = db().transaction(async (sql) => {
      const [self] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await sql`insert into public.cut values ('before')`;
      await cut(self?.pid);
      // The driver may have reopened the same slot by now, for another caller.
      await Promise.all(Array.from({ length: 20 }, () => db().sql`select 1`));
      if (givesUp) throw new Error('no more');
      await sql`insert into public.cut values ('after')`.catch((error: unknown) => sent.push(error));
    });
    if (givesUp) await expect(half).rejects.toThrow('no more');
    else await expect(half).rejects.toBeInstanceOf(DatabaseUnavailable);
    await wait(100);
    expect(await db().sql`select note from public.cut`).toEqual([]);
  });

  it('before it has begun fails because of that, and not because of its own statement', async () => {
    const connection = await openConnection(parseDatabaseUrl(db().url), noTimeLimits);
    const [[self] = []] = await connection.batch([{ text: 'select pg_backend_pid()', values: [] }]);
    await cut(Number(self?.[0]));
    const lost = await runTransaction(connection, (sql) => sql`select 1`).catch((error: unknown) => error);
    expect(toDatabaseError(lost, () => false)).toBeInstanceOf(DatabaseUnavailable);
    connection.destroy();
  });

  it('does not affect other transactions', async () => {
    const half = db().transaction(async (sql) => {
      const [self] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await cut(self?.pid);
    });
    const other = db().transaction(async (sql) => {
      await wait(100);
      return sql`select 'fine' as said`;
    });
    await expect(half).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(await other).toEqual([{ said: 'fine' }]);
  });
});

describeOnEveryServer('a transaction that goes on after an error', (server) => {
  it('fails with that error, and not with the refusal of what came later', async () => {
    const failed = server().database.transaction(async (sql) => {
      await sql`select 1 / 0`.catch(() => {});
      await sql`select 1`;
    });
    await expect(failed).rejects.toThrow('division by zero');
  });
});
