import { expect, it } from 'vitest';
import type { TransactionSql } from '../../database/database.ts';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { toErrorResponse } from './error-response.ts';

describeOnEveryServer('a database error', (server) => {
  async function answerTo(work: (sql: TransactionSql) => Promise<unknown>): Promise<Response> {
    const error = await server()
      .database.transaction(work)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    return toErrorResponse(error, new Request('http://backend.test/'), () => {});
  }

  async function expectBusy(answer: Response): Promise<void> {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ msg: 'The database is busy. Please try again.' });
  }

  it('a statement that exceeds its time limit is answered with 503 and Retry-After', async () => {
    await expectBusy(
      await answerTo(async (sql) => {
        await sql`set local statement_timeout to '20ms'`;
        await sql`select pg_sleep(30)`;
      }),
    );
  });

  it('and so is a statement that waits too long for a lock', async () => {
    const { database } = server();
    await database.sql`create table things (id int)`;
    await database.sql`insert into things values (1)`;
    await database.transaction(async (holder) => {
      await holder`select * from things for update`;
      await expectBusy(
        await answerTo(async (sql) => {
          await sql`set local lock_timeout to '20ms'`;
          await sql`select * from things for update`;
        }),
      );
    });
  });

  it('a value that cannot be stored is the client’s error', async () => {
    expect((await answerTo((sql) => sql`select ${'x'}::text::int`)).status).toBe(400);
  });

  it('every other error is ours, and no detail is shown', async () => {
    const answer = await answerTo((sql) => sql`select * from secret_table`);
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('secret_table');
  });
});
