import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { assignments, fragment, identifier, insertion } from './sql.ts';
import { json } from './values.ts';

describeOnEveryServer('statements', (server) => {
  const db = () => server().database;

  it('take values, fragments, identifiers and columns', async () => {
    const { sql } = db();
    await sql.script(
      'create table public.things (id int, "a ""b""" text, at timestamptz, more jsonb, bytes bytea)',
    );
    const at = new Date('2026-11-16T20:00:00.123Z');
    const name = 'a "b"';
    await sql`insert into public.things ${insertion({ id: 1, [name]: "it's", at, more: json({ a: [1] }) })}`;
    await sql`update public.things set ${assignments({ bytes: new Uint8Array([0, 255]) })} where id = ${1}`;
    const only = fragment`where id = ${1} and ${identifier(name)} = ${"it's"}`;
    const rows =
      await sql`select *, ${true}::boolean as yes, ${1.5}::float8 as number from public.things ${only}`;
    const bytes = Buffer.from([0, 255]);
    expect(rows).toEqual([{ id: 1, [name]: "it's", at, more: { a: [1] }, bytes, yes: true, number: 1.5 }]);
    expect(rows.count).toBe(1);
    expect((await sql`delete from public.things`).count).toBe(1);
  });

  it('refuse values that have no meaning there', async () => {
    const { sql } = db();
    await expect(sql`select ${undefined as never}`).rejects.toThrow('Use null');
    await expect(sql`select ${{ a: 1 } as never}`).rejects.toThrow('Use json()');
  });

  it('can be repeated after the columns of their table have changed', async () => {
    const { sql } = db();
    await sql.script('create table public.growing (a int); insert into public.growing values (1)');
    for (let time = 0; time < 8; time += 1)
      expect(await sql`select * from public.growing`).toEqual([{ a: 1 }]);
    await sql`alter table public.growing add column b int`;
    for (let time = 0; time < 20; time += 1)
      expect(await sql`select * from public.growing`).toEqual([{ a: 1, b: null }]);
  });

  it('fail when the commit fails', async () => {
    const { sql } = db();
    await sql.script(`
      create table public.parents (id int primary key);
      create table public.children (parent int references public.parents deferrable initially deferred)`);
    const missing = { code: '23503' };
    await expect(sql`insert into public.children values (1)`).rejects.toMatchObject(missing);
    const transaction = db().transaction((inside) => inside`insert into public.children values (1)`);
    await expect(transaction).rejects.toMatchObject(missing);
    const batch = db().batch([{ text: 'insert into public.children values (1)', values: [] }]);
    await expect(batch).rejects.toMatchObject(missing);
    expect(await sql`select * from public.children`).toEqual([]);
  });

  it('of a transaction fail with it, even if the error of one was caught', async () => {
    await db().sql.script('create table public.halves (id int primary key)');
    const half = db().transaction(async (sql) => {
      await sql`insert into public.halves values (1)`;
      await sql`insert into public.halves values (1)`.catch(() => {});
    });
    await expect(half).rejects.toMatchObject({ code: '23505' });
    expect(await db().sql`select * from public.halves`).toEqual([]);
  });

  it('of a transaction that begin together are sent together, and an error ends those after it', async () => {
    let settled: unknown;
    const failed = db().transaction(async (sql) => {
      settled = await Promise.allSettled([sql`select 1 as n`, sql`select 1 / 0`, sql`select 2 as n`]);
    });
    await expect(failed).rejects.toMatchObject({ code: '22012' });
    expect(settled).toMatchObject([
      { value: [{ n: 1 }] },
      { reason: { code: '22012' } },
      { reason: { code: '25P02' } },
    ]);
  });
});
