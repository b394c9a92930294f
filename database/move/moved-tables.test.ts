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

  const circle = `
    create table public.teams (id int primary key);
    create table public.players (id int primary key, team int not null constraint plays_in references public.teams);
    alter table public.teams add captain int not null constraint led_by references public.players`;

  it('takes tables that refer to each other, and leaves their keys as they were', async () => {
    const to = await moveSiteWith(
      circle,
      `with team as (insert into public.teams values (1, 2)) insert into public.players values (2, 1)`,
    );
    expect(
      await run(to, 'select captain, team from public.teams join public.players on captain = players.id'),
    ).toEqual([{ captain: 2, team: 1 }]);
    expect(
      await run(
        to,
        `select conname::text as name, pg_get_constraintdef(oid) as text from pg_constraint where conname in ('plays_in', 'led_by') order by 1`,
      ),
    ).toEqual([
      { name: 'led_by', text: 'FOREIGN KEY (captain) REFERENCES players(id)' },
      { name: 'plays_in', text: 'FOREIGN KEY (team) REFERENCES teams(id)' },
    ]);
    await expect(run(to, 'begin; insert into public.teams values (3, 4); select')).rejects.toThrow('led_by');
  });

  it('says which row of such tables refers to one that is not there', async () => {
    const lost = 'set session_replication_role = replica; insert into public.teams values (1, 7)';
    await expect(moveSiteWith(circle, lost)).rejects.toThrow(
      /The rows that were copied break a rule of their tables: .*led_by.* \(captain\)=\(7\) is not present/,
    );
  });

  it.each([
    ['its rows', '', 'insert into public.notes values (1, 2); insert into public.topics values (2)'],
    [
      'rows of a migration',
      'insert into public.notes values (1, 2); insert into public.topics values (2)',
      '',
    ],
  ])('takes a table with a trigger and a key that is checked at the commit, with %s', async (_, migrated, done) => {
    const to = await moveSiteWith(
      `create table public.topics (id int primary key);
       create table public.notes (id int primary key, topic int references public.topics deferrable initially deferred);
       create trigger keep before update on public.notes for each row execute function suppress_redundant_updates_trigger();
       ${migrated}`,
      done,
    );
    expect(await run(to, 'select id, topic from public.notes')).toEqual([{ id: 1, topic: 2 }]);
  });

  it('takes a table with such a key that one migration fills and the next one changes', async () => {
    const to = await moveSiteWith([
      `create table public.topics (id int primary key);
       create table public.notes (id int primary key, topic int references public.topics deferrable initially deferred);
       insert into public.notes values (1, 2); insert into public.topics values (2)`,
      `alter table public.notes add text text;
       insert into public.notes values (3, 4); insert into public.topics values (4)`,
    ]);
    expect(await run(to, 'select count(*)::int as count from public.notes')).toEqual([{ count: 2 }]);
  });

  it('takes a table that a trigger protects from truncate', async () => {
    const to = await moveSiteWith(
      `create table public.ledger (id int);
       insert into public.ledger values (1);
       create function public.refuse() returns trigger language plpgsql as $$ begin raise exception 'never'; end $$;
       create trigger refuse before truncate on public.ledger execute function public.refuse()`,
    );
    expect(await run(to, 'select id from public.ledger')).toEqual([{ id: 1 }]);
  });

  it('takes keys of and to partitions', async () => {
    const to = await moveSiteWith(
      `create table public.a_parts (id int, kind int, primary key (id, kind)) partition by list (kind);
       create table public.a_parts_1 partition of public.a_parts for values in (1);
       create table public.a_parts_2 partition of public.a_parts for values in (2);
       create table public.b_wholes (id int primary key, part int, kind int, foreign key (part, kind) references public.a_parts);
       alter table public.a_parts add whole int constraint in_whole references public.b_wholes;
       alter table public.a_parts_1 add constraint alone foreign key (kind) references public.b_wholes`,
      `set session_replication_role = replica;
       insert into public.b_wholes values (1, 5, 2), (2, 6, 1); insert into public.a_parts values (5, 2, 1), (6, 1, 2)`,
    );
    expect(
      await run(
        to,
        'select count(*)::int as count from public.a_parts natural join (select id as whole from public.b_wholes) w',
      ),
    ).toEqual([{ count: 2 }]);
    expect(
      await run(
        to,
        `select bool_or(condeferrable or tgdeferrable) as any from pg_constraint k join pg_trigger t on t.tgconstraint = k.oid
         where conrelid::regclass::text ~ 'a_parts|b_wholes'`,
      ),
    ).toEqual([{ any: false }]);
  });
});
