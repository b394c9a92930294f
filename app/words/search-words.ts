import { englishSearch, type SearchWords } from './english.ts';
import { germanSearch } from './german.ts';
import { pickLanguage } from './pick-language.ts';

export type { SearchWords };

/** The words of the search dialog alone, so that it stays small. */
export function searchWordsIn(language: string): SearchWords {
  return pickLanguage({ en: englishSearch, de: germanSearch }, language);
}
