import { type ArticleWords, englishArticleWords } from '../../markdown/html/article-words.ts';
import {
  type ErrorMessages,
  english,
  englishErrors,
  englishOfflineNote,
  englishSearch,
  type OfflineNote,
  type SearchWords,
  type Words,
} from './english.ts';
import { german, germanArticle, germanErrors, germanOfflineNote, germanSearch } from './german.ts';

export type { SearchWords, Words };

/** The words of what visitors read. To add a language: write a file like english.ts, and name it here five times. */
export function wordsIn(language: string): Words {
  return pickLanguage({ en: english, de: german }, language);
}

/** Those of the search dialog alone, which loads no others. */
export function searchWordsIn(language: string): SearchWords {
  return pickLanguage({ en: englishSearch, de: germanSearch }, language);
}

/** Those of the service worker alone. */
export function offlineNoteIn(language: string): OfflineNote {
  return pickLanguage({ en: englishOfflineNote, de: germanOfflineNote }, language);
}

/** Those in the HTML of articles, which the server writes: no page loads them. */
export function articleWordsIn(language: string): ArticleWords {
  return pickLanguage({ en: englishArticleWords, de: germanArticle }, language);
}

/** Those of errors of the server, which it shows on a page without scripts. */
export function errorMessagesIn(language: string): ErrorMessages {
  return pickLanguage({ en: englishErrors, de: germanErrors }, language);
}

/** For `de-AT` that of `de`, and English for a language that is not there. */
function pickLanguage<Item>(items: Record<string, Item> & { en: Item }, language: string): Item {
  return items[language] ?? items[language.split('-', 1)[0] ?? ''] ?? items.en;
}
