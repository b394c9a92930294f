import site from '../../site.config.ts';

/** Created with the first number: it takes longer than formatting a thousand of them. */
let compact: Intl.NumberFormat | undefined;

/** `1 view`, `999 views`, `1.2K views`. Short, so that a popular page does not change with every view. */
export function formatViews(count: number): string {
  compact ??= new Intl.NumberFormat(site.language, { notation: 'compact', maximumFractionDigits: 1 });
  return `${compact.format(count)} ${count === 1 ? 'view' : 'views'}`;
}
