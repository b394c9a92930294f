import { expect, test } from 'vitest';
import { formatCounted } from '../format/count.ts';
import { wordsIn } from './words.ts';

test.each([
  [1, 'en', '1 article'],
  [1204, 'en', '1,204 articles'],
  [1, 'de', '1 Artikel'],
  [1204, 'de-AT', '1\u00a0204 Artikel'],
  [2, 'fr', '2 articles'],
])('%i articles in %s are %s', (count, language, text) => {
  expect(formatCounted(count, wordsIn(language).article, language)).toBe(text);
});
