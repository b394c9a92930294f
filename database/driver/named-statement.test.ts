import { expect, it } from 'vitest';
import { describeOnEveryServer } from '../../tests/harness/database/servers.ts';
import { namedStatement } from './named-statement.ts';
import { fragment, rawFragment } from './sql.ts';

it('a name that occurs twice is one value, wherever it stands', () => {
  const statement = namedStatement<{ id: string; at: Date; unused: null }>()`
    select ${'at'}, ${'id'}, ${rawFragment("E'\\\\n'")} where ${'at'} < now()`;
  const at = new Date('2026-11-16T20:00:00.123Z');
  expect(statement({ unused: null, id: 'a', at })).toEqual({
    text: "\n    select $1, $2, E'\\\\n' where $1 < now()",
    values: ['2026-11-16T20:00:00.123Z', 'a'],
  });
});

it('a fragment with values is refused: they would be the same in each run', () => {
  expect(() => namedStatement()`select ${fragment`${1}`}`).toThrow('cannot hold values');
});

describeOnEveryServer('named statements', (server) => {
  it('run in a batch', async () => {
    const sum = namedStatement<{ a: number; b: number | null }>()`
      select ${'b'}::int + ${'a'}::int, ${'b'}::int is null`;
    const rows = await server().database.batch([sum({ a: 1, b: 2 }), sum({ a: 1, b: null })]);
    expect(rows).toEqual([[['3', 'f']], [[null, 't']]]);
  });
});
