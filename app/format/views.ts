import site from '../../site.config.ts';

/** `1 view`, `999 views`, `1.2K views`. Short, so that a page that is read a lot does not change with every reader. */
export function formatViews(count: number): string {
  const number = new Intl.NumberFormat(site.language, { notation: 'compact', maximumFractionDigits: 1 });
  return `${number.format(count)} ${count === 1 ? 'view' : 'views'}`;
}
