import { useCallback, useMemo } from 'react';
import type { Period } from '../../../running/day.ts';
import { metresIn } from '../../../running/units.ts';
import site from '../../../site.config.ts';
import { BarChart } from '../../charts/bar-chart.tsx';
import { formatNumber } from '../../format/count.ts';
import { chartTotals } from './chart-totals.ts';
import { formatDayParts, monthName, shortDay } from './format.ts';
import type { SectionProps } from './section-props.ts';

const views: readonly { period: Period; name: string }[] = [
  { period: 'week', name: 'Weeks' },
  { period: 'month', name: 'Months' },
  { period: 'year', name: 'Years' },
];
const periodNames: Record<Period, string> = { week: 'Week', month: 'Month', year: 'Year' };

/** Distance by week or month of the year, or by year. */
export function TotalsChart({
  entries,
  unit,
  weekStart,
  query,
  change,
  year,
}: SectionProps & { year: number }) {
  const period = query.totals;
  const bars = useMemo(
    () => chartTotals(entries, period, year, weekStart),
    [entries, period, year, weekStart],
  );
  const series = useMemo(() => {
    const scale = metresIn(unit);
    const own = { name: String(year), points: bars.map((bar, x) => ({ x, y: bar.metres / scale })) };
    if (period === 'year') return [{ ...own, name: 'Distance' }];
    if (!bars.some(({ before = 0 }) => before > 0)) return [own];
    const points = bars.map(({ before = 0 }, x) => ({ x, y: before / scale }));
    return [own, { name: String(year - 1), comparison: true, points }];
  }, [bars, period, unit, year]);
  const formatX = useCallback((x: number) => formatBar(bars[x]?.start, period), [bars, period]);
  const formatY = useCallback(
    (y: number) => `${formatNumber(y, site.language, y < 100 ? 1 : 0)} ${unit}`,
    [unit],
  );
  return (
    <div className="runs-totals">
      <fieldset className="choices">
        <legend className="sr-only">Totals by</legend>
        {views.map((view) => (
          <button
            key={view.period}
            type="button"
            className="choice"
            aria-pressed={period === view.period}
            onClick={() => change({ totals: view.period })}
          >
            {view.name}
          </button>
        ))}
      </fieldset>
      <BarChart
        title={`Distance by ${period}${period === 'year' ? '' : ` in ${year}`}`}
        x="number"
        xName={periodNames[period]}
        {...{ series, formatX, formatY }}
      />
    </div>
  );
}

function formatBar(start: string | undefined, period: Period): string {
  if (!start) return '';
  if (period === 'year') return start.slice(0, 4);
  return formatDayParts(start, period === 'month' ? monthName : shortDay);
}
