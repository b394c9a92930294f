import type { ViewsAt, ViewsReport } from './report.ts';

export interface Total {
  now: number;
  /** Undefined where there is nothing to compare with. */
  before: number | undefined;
}

/** For today, only the hours until now are compared. */
export function totalsOf(
  { series, before, unit }: ViewsReport,
  hour: number,
): { views: Total; visitors: Total } {
  const fair = before && unit === 'hour' ? before.slice(0, hour + 1) : before;
  const total = (key: 'views' | 'visitors'): Total => ({
    now: sum(series, key),
    before: fair ? sum(fair, key) : undefined,
  });
  return { views: total('views'), visitors: total('visitors') };
}

function sum(series: readonly ViewsAt[], key: 'views' | 'visitors'): number {
  return series.reduce((total, at) => total + at[key], 0);
}

/** `+12 %`, `−3 %`; undefined when there is nothing to compare with. */
export function changeOf({ now, before }: Total): number | undefined {
  return before ? (now - before) / before : undefined;
}

/** Whether the period before had any view: a comparison with nothing says nothing. */
export function hasBefore({ before }: Pick<ViewsReport, 'before'>): boolean {
  return before?.some(({ views }) => views > 0) ?? false;
}
