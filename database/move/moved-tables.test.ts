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
});
