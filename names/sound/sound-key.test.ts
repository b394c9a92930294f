import { describe, expect, test } from 'vitest';
import { judgedPairs } from '../../tests/harness/names/judged-pairs.ts';
import { toSoundKey } from './sound-key.ts';
import { countSyllables } from './sounds.ts';
import { toSounds } from './to-sounds.ts';

test('there are more than two hundred judged pairs of each kind', () => {
  expect(judgedPairs.filter(({ soundTheSame }) => soundTheSame).length).toBeGreaterThan(200);
  expect(judgedPairs.filter(({ soundTheSame }) => !soundTheSame).length).toBeGreaterThan(200);
});

const same = judgedPairs.filter(({ soundTheSame }) => soundTheSame);
test.each(same)('$one and $other have the same key', ({ one, other }) => {
  expect(toSoundKey(one)).toBe(toSoundKey(other));
});

const different = judgedPairs.filter(({ soundTheSame }) => !soundTheSame);
test.each(different)('$one and $other have different keys', ({ one, other }) => {
  expect(toSoundKey(one)).not.toBe(toSoundKey(other));
});

describe('syllables', () => {
  test.each([
    [1, 'Ann Anne Jane James Charles Luke Grace Faith Beth John Sean Reese Brooke Clyde Blake'],
    [
      2,
      'Emma Liam Noah Mason Aiden Chloe Zoe Ryan Brian Leah Mia Ashley Michael Rachel Kathryn Thomas Kaitlyn',
    ],
    [3, 'Emily Madison Abigail Benjamin Samuel Natalie Gabriel Elijah Maria Isaiah'],
    [4, 'Olivia Isabella Elizabeth Amelia Victoria Penelope Alexander'],
  ])('%i in %s', (count, names) => {
    for (const name of names.split(' '))
      expect([name, countSyllables(toSounds(name))]).toEqual([name, count]);
  });

  test('a name without a vowel has one', () => expect(countSyllables(toSounds('Brnd'))).toBe(1));
});

test('marks over letters change nothing', () => {
  expect(toSoundKey('Zoë')).toBe(toSoundKey('Zoe'));
  expect(toSoundKey('Renée')).toBe(toSoundKey('Renee'));
});

const strange = ['', ' ', '👶🏽', 'محمد', '123', "'; drop table names; --"];
test.each(strange)('%j is read without an error', (text) => {
  expect(typeof toSoundKey(text)).toBe('string');
});

test('a very long name takes no longer than its letters', () => {
  expect(toSounds('a'.repeat(20_000)).length).toBeGreaterThan(0);
  expect(toSounds(`é${'ba'.repeat(20_000)}`).length).toBeLessThan(100);
});
