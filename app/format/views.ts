import site from '../../site.config.ts';

/** Made with the first number: it takes longer than writing a thousand of them. */
let compact: Intl.NumberFormat | undefined;

/** `1 view`, `999 views`, `1.2K views`. Short, so that a page that is read a lot does not change with every reader. */
export function formatViews(count: number): string {
  compact ??= new Intl.NumberFormat(site.language, { notation: 'compact', maximumFractionDigits: 1 });
  return `${compact.format(count)} ${count === 1 ? 'view' : 'views'}`;
}
