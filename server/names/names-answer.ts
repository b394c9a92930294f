import type { NameSource } from '../../names/name-source.ts';

/** The paths are separate from their handlers, so that the router need not load those. */
export const searchPath = '/baby-names/search.json';
export const tablePath = '/baby-names/names.csv';

/** A response about names, the same for all visitors. */
export interface NamesAnswer {
  /** The cache key. */
  key: string;
  type: string;
  headers?: Record<string, string>;
  body: string;
}

export type AnswerNames = (source: NameSource, query: URLSearchParams) => Promise<NamesAnswer>;
