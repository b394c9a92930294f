/** The types of an answer. They go to the browser as JSON. */
import type { MarkedText } from './marks.ts';

export interface SearchAnswer {
  /** The revision of the content. */
  revision: number;
  query: string;
  /** The question that was answered instead, because a word of the other is on no page. */
  corrected?: string;
  /** No page has all words: these have some of them. */
  some?: true;
  /** The time for one question was over: there may be more. */
  partial?: true;
  /** Pages are still being read, as after the very first start: there may be more. */
  indexing?: true;
  total: number;
  results: SearchResult[];
}

export interface SearchResult {
  path: string;
  title: string;
  /** The titles of the folders above the page. */
  trail: string[];
  /** At most three that have words of the question; `id` is the fragment of their address. */
  headings: { id: string; text: string }[];
  snippet: MarkedText;
  /** Only owners see these pages. */
  state?: 'draft' | 'scheduled' | 'expired' | 'unlisted';
}
