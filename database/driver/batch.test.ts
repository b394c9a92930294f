import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { DatabaseUnavailable, ServerError } from '../errors.ts';

describeOnEveryServer('a batch of statements', (server) => {
  const db = () => server().database;
  const query = async (text: string, values: (string | null)[] = []) =>
    (await db().batch([{ text, values }]))[0]?.map((row) => row.map((cell) => cell?.toString() ?? null));

  it('is one transaction: local settings end with it', async () => {
    const answers = await db().batch([
      { text: "select set_config('porchlight.word', $1, true)", values: ['hello'] },
      { text: "select current_setting('porchlight.word'), $1::int + 1, null", values: ['41'] },
    ]);
    expect(answers[1]?.[0]?.map(String)).toEqual(['hello', '42', 'null']);
    expect(await query("select nullif(current_setting('porchlight.word', true), '')")).toEqual([[null]]);
  });

  it('returns results in order, also with many batches at once', async () => {
    const numbers = Array.from({ length: 100 }, (_, number) => String(number));
    const answers = await Promise.all(numbers.map((number) => query('select $1::text', [number])));
    expect(answers.flat(2)).toEqual(numbers);
  });

  it('carries long values and many rows', async () => {
    const long = 'ä€🙂'.repeat(100_000);
    expect(await query('select $1::text', [long])).toEqual([[long]]);
    expect(await query('select generate_series(1, 20000)')).toHaveLength(20_000);
  });

  it('is rolled back when one statement fails, and returns the error of Postgres', async () => {
    await db().sql`create table if not exists public.kept (note text unique)`;
    const insert = { text: 'insert into public.kept values ($1)', values: ['once'] };
    const error = await db()
      .batch([insert, insert])
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ code: '23505', detail: 'Key (note)=(once) already exists.' });
    expect(await query('select note from public.kept')).toEqual([]);
    expect(await query('select 1')).toEqual([['1']]);
  });

  it('is rolled back when its results are not accepted', async () => {
    await db().sql`create table if not exists public.judged (note text)`;
    const insert = { text: 'insert into public.judged values ($1) returning note', values: ['written'] };
    const seen: number[] = [];
    const run = (isGood: boolean) =>
      db().batch([insert], {
        accept: (answers) => {
          seen.push(answers[0]?.length ?? 0);
          return isGood;
        },
      });
    await run(false);
    expect(await query('select note from public.judged')).toEqual([]);
    await run(true);
    expect(await query('select note from public.judged')).toEqual([['written']]);
    expect(seen).toEqual([1, 1]);
  });

  it('can repeat a statement after its table has changed', async () => {
    await db().sql`create table if not exists public.changing (one int)`;
    const whole = 'select to_json(t)::text from (select * from public.changing) t';
    await db().sql`insert into public.changing values (1)`;
    for (let time = 0; time < 12; time += 1) expect(await query(whole)).toEqual([['{"one":1}']]);
    await db().sql`alter table public.changing add column two int`;
    for (let time = 0; time < 12; time += 1) expect(await query(whole)).toEqual([['{"one":1,"two":null}']]);
  });

  it('has a limited number of prepared statements', async () => {
    for (let number = 0; number < 450; number += 1) await query(`select ${number}`);
    const [[count] = []] = (await query('select count(*) from pg_prepared_statements')) ?? [];
    expect(Number(count)).toBeLessThanOrEqual(201);
  });

  it('is canceled when its caller stops waiting, and the connection can be used again', async () => {
    const ending = new AbortController();
    const slow = db().batch([{ text: 'select pg_sleep(30)', values: [] }], { signal: ending.signal });
    const outcome = slow.catch((error: unknown) => error);
    await until(async () => (await sleepers()) === 1);
    ending.abort();
    expect(await outcome).toMatchObject({ code: '57014' });
    expect(await sleepers()).toBe(0);
    expect(await query('select 1')).toEqual([['1']]);
  });

  it('fails with DatabaseUnavailable when its connection is lost, and the next one works', async () => {
    const lost = db().batch([{ text: 'select pg_terminate_backend(pg_backend_pid())', values: [] }]);
    await expect(lost).rejects.toBeInstanceOf(DatabaseUnavailable);
    await until(async () => (await query('select 1').catch(() => undefined)) !== undefined);
  });

  const sleepers = async () =>
    Number(
      (
        await db()
          .sql`select count(*) from pg_stat_activity where query like '%pg_sleep(30)%' and state = 'active'
        and pid <> pg_backend_pid()`
      )[0]?.count,
    );
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((done) => setTimeout(done, 10));
}
