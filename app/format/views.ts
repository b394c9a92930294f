import { type Forms, nounFor } from './count.ts';

/** Creating one takes longer than formatting a thousand numbers. */
const formatters = new Map<string, Intl.NumberFormat>();

/** `1 view`, `999 views`, `1.2K views`. Short, so that a popular page does not change with every view. */
export function formatViews(count: number, noun: Forms, language: string): string {
  let formatter = formatters.get(language);
  if (!formatter) {
    formatter = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
    formatters.set(language, formatter);
  }
  return `${formatter.format(count)} ${nounFor(count, noun, language)}`;
}
