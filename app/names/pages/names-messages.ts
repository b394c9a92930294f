import type { answerQuestion } from '../../../names/answer-question.ts';
import type { readNamePage } from './read-name-page.ts';
import type { NamesPage } from './read-names-page.ts';

/** The page asks the worker that has the names. */
export interface NamesQuestion {
  about: keyof NamesAnswers;
  /** Decoded. */
  path: string;
  query: string;
}

export interface NamesAnswers {
  /** `/baby-names` with a query. */
  allNames: NamesPage | Moved;
  /** `/baby-names/emma`; undefined for what is no name. */
  oneName: Awaited<ReturnType<typeof readNamePage>> | Moved;
  /** As the server's `/baby-names/search.json` and `/baby-names/names.csv`. */
  search: ReturnType<typeof answerQuestion>;
  table: string;
}

export interface Moved {
  movedTo: string;
}

export type NamesReply = { answer: NamesAnswers[keyof NamesAnswers] } | { fault: string };
