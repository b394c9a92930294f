import { english, type Words } from './english.ts';
import { german } from './german.ts';

export type { Words };

/** The languages that the site itself speaks. To add one: write a file like english.ts and name it here. */
const languages: Record<string, Words> = { en: english, de: german };

/** The words of a language, `de-AT` those of `de`; English for a language that is not here. */
export function wordsIn(language: string): Words {
  return languages[language] ?? languages[language.split('-', 1)[0] ?? ''] ?? english;
}
