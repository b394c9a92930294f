import { expect, test } from 'vitest';
import type { Column } from '../table-data.ts';
import { findPlanFault, isBlank, listTargets, matchColumns, toSentCells } from './import-plan.ts';

function column(name: string, given: Partial<Column> = {}): Column {
  return {
    name,
    type: 'text',
    kind: 'text',
    nullable: true,
    default: null,
    comment: null,
    isGenerated: false,
    values: null,
    references: null,
    ...given,
  };
}

const columns = [
  column('id', { isGenerated: true, nullable: false }),
  column('first_name', { nullable: false }),
  column('age', { kind: 'number' }),
  column('Age'),
];
const targets = listTargets({ columns });
const names = (head: (string | null)[]) => matchColumns(head, targets).map((found) => found?.name);

test('columns are matched by name, first as it is written', () => {
  expect(names(['First Name', 'Age', 'age', 'other', null])).toEqual([
    'first_name',
    'Age',
    'age',
    undefined,
    undefined,
  ]);
  expect(names(['AGE', 'AGE', 'AGE', 'id'])).toEqual(['age', 'Age', undefined, undefined]);
});

test('a plan says what is wrong with it', () => {
  const [first, age] = targets;
  expect(findPlanFault([first, age], { columns })).toBeUndefined();
  expect(findPlanFault([undefined], { columns })).toContain('No column');
  expect(findPlanFault([first, first], { columns })).toContain('Two columns of the file go to “first_name”');
  expect(findPlanFault([age], { columns })).toContain('“first_name” must have a value');
});

test('an empty text is null where the column holds no text', () => {
  const plan = matchColumns(['first_name', 'age', 'x'], targets);
  expect(toSentCells({ line: 2, cells: ['', '', 'left out'] }, plan)).toEqual(['', null]);
  expect(toSentCells({ line: 2, cells: [null, '1', null] }, plan)).toEqual([null, '1']);
  expect(() => toSentCells({ line: 7, cells: ['a'] }, plan)).toThrow('Line 7 has 1 cells');
});

test('a blank line is no row, but in a file of one column', () => {
  const blank = { line: 3, cells: [null] };
  expect([isBlank(blank, [undefined, undefined]), isBlank(blank, [undefined])]).toEqual([true, false]);
});
