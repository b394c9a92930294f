import { expect, test } from 'vitest';
import { checkSurname, type SurnameFinding } from './surname.ts';

function finding(first: string, surname: string, kind: SurnameFinding['kind']): SurnameFinding {
  const found = checkSurname(first, surname)?.find((each) => each.kind === kind);
  if (!found) throw new Error(`${first} ${surname} cannot be read.`);
  return found;
}

test.each([
  ['Jason', 'Mason', 'rhyme', false],
  ['Kate', 'Tate', 'rhyme', false],
  ['Holly', 'Connolly', 'rhyme', false],
  ['Emma', 'Stone', 'rhyme', true],
  ['Mary', 'Murray', 'rhyme', true],
  ['James', 'Smith', 'clash', false],
  ['Max', 'Xander', 'clash', false],
  ['Emma', 'Adams', 'clash', false],
  ['Peter', 'Parker', 'clash', true],
  ['Noah', 'Brown', 'clash', true],
  ['John', 'Smith', 'rhythm', false],
  ['Olivia', 'Montgomery', 'rhythm', false],
  ['Olivia', 'Stone', 'rhythm', true],
  ['Henry', 'Miller', 'rhythm', true],
  ['Bella', 'Moss', 'initials', false],
  ['Emma', 'Stone', 'initials', true],
] as const)('%s %s: %s is in order: %s', (first, surname, kind, isGood) => {
  expect(finding(first, surname, kind).isGood).toBe(isGood);
});

test('the initials are shown as they would be written', () => {
  expect(finding('Élodie', 'van der Berg', 'initials').message).toBe('E. B.');
});

test('all parts of a surname are counted', () => {
  expect(finding('Ann', 'Smith-Jones', 'rhythm').message).toContain('1 + 2');
});

test.each([
  ['Emma', ''],
  ['Emma', '👶🏽'],
  ['محمد', 'Smith'],
  ['Emma', '李'],
])('%s %s cannot be pronounced and has no findings', (first, surname) => {
  expect(checkSurname(first, surname)).toBeUndefined();
});

test('a very long surname is read quickly', () => {
  expect(checkSurname('Emma', 'b a '.repeat(5000))).toBeDefined();
});
