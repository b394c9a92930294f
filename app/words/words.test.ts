import { expect, test } from 'vitest';
import { formatCounted } from '../format/count.ts';
import { articleWordsIn, wordsIn } from './words.ts';

test.each([
  [1, 'en', '1 article'],
  [1204, 'en', '1,204 articles'],
  [1, 'de', '1 Artikel'],
  [1204, 'de-AT', '1\u00a0204 Artikel'],
  [2, 'fr', '2 articles'],
])('%i articles in %s are %s', (count, language, text) => {
  expect(formatCounted(count, wordsIn(language).article, language)).toBe(text);
});

test.each([
  ['en', 'Tip', 'Back to reference 1, mark 2'],
  ['de-AT', 'Tipp', 'Zurück zum Verweis 1, Stelle 2'],
  ['fr', 'Tip', 'Back to reference 1, mark 2'],
])('an article in %s has the words of that language, or English ones', (language, tip, back) => {
  const words = articleWordsIn(language);
  expect(words.callouts.tip).toBe(tip);
  expect(words.backToText(1, 2)).toBe(back);
});
