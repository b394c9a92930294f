import { formatNumber } from '../../app/format/count.ts';
import { wordsIn } from '../../app/words/words.ts';
import type { QueryFault } from '../../markdown/search/parse-query.ts';

/** What is wrong with a question, as a sentence for the visitor who asked it. */
export function describeFault({ fault, most }: QueryFault, language: string): string {
  return wordsIn(language).questionFaults[fault](formatNumber(most, language));
}
