import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffLines } from './diff-lines.ts';
import { findLineSeparator, splitLines } from './line-ends.ts';
import { joinParts, mergeTexts } from './merge-texts.ts';
import { findMinimalChange } from './minimal-change.ts';

const anyText = fc
  .array(fc.constantFrom('a', 'b', 'ä', '😀', '😁', ' ', '\n', '\r\n', '\r'), { maxLength: 40 })
  .map((parts) => parts.join(''));

describe('line ends', () => {
  test.each([
    ['', '\n'],
    ['a\nb', '\n'],
    ['a\r\nb\r\n', '\r\n'],
    ['a\r\nb\n', '\n'],
    ['a\rb', '\n'],
  ])('of %j: %j', (text, separator) => expect(findLineSeparator(text)).toBe(separator));

  test('of any text: split and joined it is the same', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const separator = findLineSeparator(text);
        expect(text.split(separator).join(separator)).toBe(text);
        expect(splitLines(text).join('')).toBe(text);
      }),
    );
  });
});

describe('the minimal change', () => {
  test.each([
    ['same', 'same', undefined],
    ['a: 1\nb: 2\n', 'a: 1\nb: 3\n', { from: 8, to: 9, insert: '3' }],
    ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
    ['😀', '😁', { from: 0, to: 2, insert: '😁' }],
  ])('%j → %j', (before, after, change) => expect(findMinimalChange(before, after)).toEqual(change));

  test('leads from any text to any other, and splits no character', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        const change = findMinimalChange(before, after);
        const { from, to, insert } = change ?? { from: 0, to: 0, insert: '' };
        expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
        expect(insert.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('a merge', () => {
  const base = 'one\ntwo\nthree\nfour\nfive\n';

  test('has the changes of both', () => {
    const parts = mergeTexts(base, base.replace('one', 'ONE'), base.replace('five', 'FIVE'));
    expect(joinParts(parts)).toBe('ONE\ntwo\nthree\nfour\nFIVE\n');
  });

  test('has a change that both made once', () => {
    const changed = base.replace('two', 'TWO');
    expect(joinParts(mergeTexts(base, changed, changed))).toBe(changed);
  });

  test('of one line waits for a choice, and each choice is what it says', () => {
    const parts = mergeTexts(base, base.replace('two', 'mine'), base.replace('two', 'theirs'));
    expect(joinParts(parts)).toBeUndefined();
    expect(joinParts(parts, ['mine'])).toBe(base.replace('two', 'mine'));
    expect(joinParts(parts, ['theirs'])).toBe(base.replace('two', 'theirs'));
    expect(joinParts(parts, ['both'])).toBe(base.replace('two', 'mine\ntheirs'));
  });

  test('of both ends without a line end keeps them apart', () => {
    const parts = mergeTexts('', 'mine', 'theirs');
    expect(joinParts(parts, ['both'])).toBe('mine\ntheirs');
  });

  test('with nothing changed by the other is mine, byte by byte', () => {
    fc.assert(
      fc.property(anyText, anyText, (before, mine) => {
        expect(joinParts(mergeTexts(before, mine, before))).toBe(mine);
      }),
    );
  });
});

describe('the differing lines', () => {
  const long = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');

  test('of equal texts are none', () => expect(diffLines(long, long)).toBeUndefined());

  test('have two lines around them', () => {
    const lines = diffLines(long, long.replace('line 10\n', 'new\n'));
    expect(lines?.map(({ kind, text }) => `${kind} ${text.trim()}`)).toEqual([
      'skipped 8 lines',
      'same line 8',
      'same line 9',
      'removed line 10',
      'added new',
      'same line 11',
      'same line 12',
      'skipped 7 lines',
    ]);
  });
});
