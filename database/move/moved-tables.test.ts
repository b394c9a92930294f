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

  it('runs no trigger of a partition, and leaves all as they were', async () => {
    const to = await moveSiteWith(
      `create table public.visits (day date) partition by range (day);
       create table public.visits_2026 partition of public.visits for values from ('2026-01-01') to ('2027-01-01');
       create table public.visits_2027 partition of public.visits for values from ('2027-01-01') to ('2028-01-01');
       create table public.counted (by_trigger text);
       create function public.count_visit() returns trigger language plpgsql as $$ begin
         insert into public.counted values (tg_name); return new; end $$;
       create trigger of_all after insert on public.visits for each row execute function public.count_visit();
       create trigger of_one after insert on public.visits_2026 for each row execute function public.count_visit();
       alter table public.visits_2026 enable always trigger of_one;
       alter table public.visits_2027 disable trigger of_all`,
      `insert into public.visits values ('2026-05-05'), ('2027-05-05'); delete from public.counted`,
    );
    expect(await run(to, 'select by_trigger from public.counted')).toEqual([]);
    expect(
      await run(
        to,
        `select tgname::text as name, tgrelid::regclass::text as part, tgenabled::text as enabled from pg_trigger
         where tgname like 'of_%' order by 1, 2`,
      ),
    ).toEqual([
      { name: 'of_all', part: 'visits', enabled: 'O' },
      { name: 'of_all', part: 'visits_2026', enabled: 'O' },
      { name: 'of_all', part: 'visits_2027', enabled: 'D' },
      { name: 'of_one', part: 'visits_2026', enabled: 'A' },
    ]);
  });
});
