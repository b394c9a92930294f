import { english, type Words } from './english.ts';
import { german } from './german.ts';
import { pickLanguage } from './pick-language.ts';

export type { Words };

/** The words of what visitors read. To add a language: write a file like english.ts, and name it here and in search-words.ts. */
export function wordsIn(language: string): Words {
  return pickLanguage({ en: english, de: german }, language);
}
