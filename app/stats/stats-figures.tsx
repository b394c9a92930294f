import site from '../../site.config.ts';
import { formatNumber } from '../format/count.ts';
import type { Range } from './ranges.ts';
import { changeOf, type Total } from './totals.ts';
import type { LiveFigures } from './use-live-figures.ts';

interface StatsFiguresProps {
  views: Total;
  visitors: Total;
  live: LiveFigures;
  range: Range;
  compare: boolean;
  filtered: boolean;
}

/** The three main numbers. Their changes are not announced; whether they are live is. */
export function StatsFigures({ views, visitors, live, range, compare, filtered }: StatsFiguresProps) {
  return (
    <>
      <dl className="stats-figures">
        <Figure name="Views" total={views} range={range} compare={compare} />
        <Figure name="Visitors" total={visitors} range={range} compare={compare} />
        <div>
          <dt className="label">Here now</dt>
          <dd className="figure">
            {live.readers === undefined ? '–' : formatNumber(live.readers, site.language)}
          </dd>
          <dd className="label">in the last five minutes{filtered && ', on all pages'}</dd>
        </div>
      </dl>
      <p className="label stats-live" role="status" data-state={live.state}>
        {live.state === 'live' && 'Live: views appear as they happen'}
        {live.state === 'lost' && 'Not connected: updates every 30 seconds'}
      </p>
    </>
  );
}

function Figure({
  name,
  total,
  range,
  compare,
}: {
  name: string;
  total: Total;
  range: Range;
  compare: boolean;
}) {
  const change = compare ? changeOf(total) : undefined;
  return (
    <div>
      <dt className="label">{name}</dt>
      <dd className="figure">{formatNumber(total.now, site.language)}</dd>
      {change !== undefined && (
        <dd className="label">
          <strong>{inPercent(change)}</strong> compared with {range.before} (
          {formatNumber(total.before ?? 0, site.language)})
        </dd>
      )}
    </div>
  );
}

function inPercent(change: number): string {
  return new Intl.NumberFormat(site.language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
  }).format(change);
}
