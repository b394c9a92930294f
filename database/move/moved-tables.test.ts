/** Kinds of tables whose rows are easily lost, doubled or refused. */
import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { useMoves } from '../../tests/harness/database/use-moves.ts';

describeOnEveryServer('a move', () => {
  const { run, moveSiteWith } = useMoves();

  it('takes the rows of inherited tables once', async () => {
    const to = await moveSiteWith(
      `create table public.animals (name text); create table public.dogs (breed text) inherits (public.animals)`,
      `insert into public.animals values ('cat'); insert into public.dogs values ('Rex', 'poodle')`,
    );
    expect(
      await run(to, `select tableoid::regclass::text as part, name from public.animals order by name desc`),
    ).toEqual([
      { part: 'animals', name: 'cat' },
      { part: 'dogs', name: 'Rex' },
    ]);
  });

  it('refreshes a materialized view after those that it reads', async () => {
    const to = await moveSiteWith(
      `create table public.sales (amount int);
       create view public.known as select 0::bigint as total;
       create materialized view public.report as select total from public.known;
       create materialized view public.totals as select sum(amount) as total from public.sales;
       create or replace view public.known as select total from public.totals`,
      `insert into public.sales values (7);
       refresh materialized view public.totals; refresh materialized view public.report`,
    );
    expect(await run(to, 'select total::int from public.report')).toEqual([{ total: 7 }]);
  });
});
