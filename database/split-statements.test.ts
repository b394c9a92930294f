import { describe, expect, it } from 'vitest';
import { splitStatements } from './split-statements.ts';

describe('a SQL file is split', () => {
  it.each([
    ['at semicolons', 'select 1; select 2;', ['select 1', 'select 2']],
    ['with its last statement unfinished', 'select 1;\nselect 2\n', ['select 1', 'select 2']],
    ['into nothing when it holds only comments', '-- a;\n/* b; */ ;;', []],
    ['not inside strings', "select 'a;''b;', E'\\';' ; select 2", ["select 'a;''b;', E'\\';'", 'select 2']],
    ['not inside names', 'select ";" as "a;b"; select 2', ['select ";" as "a;b"', 'select 2']],
    [
      'not inside dollar quotes',
      'do $$ begin; end $$; do $x$ $$;$$ $x$',
      ['do $$ begin; end $$', 'do $x$ $$;$$ $x$'],
    ],
    ['not at parameters that look like dollar quotes', 'select $1; select $2', ['select $1', 'select $2']],
    [
      'not inside comments, which nest',
      'select /* a /* ; */ ; */ 1; -- ;\nselect 2',
      ['select /* a /* ; */ ; */ 1', '-- ;\nselect 2'],
    ],
    [
      'not inside the body of a function',
      'create function f() returns int begin atomic select case when true then 1 end; select 2; end; select 3',
      [
        'create function f() returns int begin atomic select case when true then 1 end; select 2; end',
        'select 3',
      ],
    ],
    [
      'not inside the commands of a rule',
      'create rule r as on insert to t do also (insert into a values (1); select (2);); select 3',
      ['create rule r as on insert to t do also (insert into a values (1); select (2);)', 'select 3'],
    ],
    [
      'without the commands of psql around a dump',
      '\\restrict aBc1\n\nset x = 1;\n\\unrestrict aBc1\n',
      ['\\restrict aBc1\n\nset x = 1'],
    ],
    [
      'whatever words look like keywords',
      'select end_date from begin_atomic; select 1',
      ['select end_date from begin_atomic', 'select 1'],
    ],
  ])('%s', (_how, text, statements) => {
    expect(splitStatements(text).map((statement) => statement.text)).toEqual(statements);
  });

  it('with the line on which each statement begins, after its comments', () => {
    const text = 'select 1;\n-- why;\n/* and\n how */ select\n 2;\n\n\nselect 3';
    expect(splitStatements(text)).toEqual([
      { text: 'select 1', body: 'select 1', line: 1 },
      { text: '-- why;\n/* and\n how */ select\n 2', body: 'select\n 2', line: 4 },
      { text: 'select 3', body: 'select 3', line: 8 },
    ]);
  });
});
