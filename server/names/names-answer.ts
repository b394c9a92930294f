import type { NameSource } from './name-source.ts';

/** The addresses stand apart from what answers there, so that whoever looks for them need not load it. */
export const searchPath = '/baby-names/search.json';
export const tablePath = '/baby-names/names.csv';

/** An answer about names beside the page itself, the same for everybody. */
export interface NamesAnswer {
  /** Under which the answer is kept. */
  key: string;
  type: string;
  headers?: Record<string, string>;
  body: string;
}

export type AnswerNames = (source: NameSource, query: URLSearchParams) => Promise<NamesAnswer>;
