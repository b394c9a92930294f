import { useMemo } from 'react';
import type { YearValues } from '../../names/name-detail.ts';
import type { NamesSource } from '../../names/view.ts';
import type { NameState } from '../../names/view-query.ts';
import { type ChartSeries, toChartRows } from '../charts/chart-data.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { formatNumber } from '../format/count.ts';
import { toCsv } from '../format/csv.ts';
import { offerDownload } from '../runtime/offer-download.ts';

export interface TrendLine {
  name: string;
  sex: 'girls' | 'boys';
  values: YearValues;
}

interface TrendChartProps {
  title: string;
  lines: TrendLine[];
  source: NamesSource;
  chart: NameState['chart'];
  /** The address of the same page with this chart. */
  toHref: (chart: NameState['chart']) => string;
}

/** Share or rank of names over the years. The choice is in the address, so a link shows the same chart. */
export function TrendChart({ title, lines, source, chart, toHref }: TrendChartProps) {
  const isRank = chart === 'rank';
  const series = useMemo(
    () => lines.map((line) => (isRank ? toRanks(line) : toShares(line, source))),
    [lines, isRank, source],
  );
  return (
    <div className="trend-chart">
      <p className="trend-switch label">
        <a href={toHref('share')} aria-current={isRank ? undefined : 'true'} rel="nofollow">
          Share
        </a>
        <a href={toHref('rank')} aria-current={isRank ? 'true' : undefined} rel="nofollow">
          Rank
        </a>
        <span>{isRank ? 'among the names of one sex' : 'in percent of the children of one sex'}</span>
        <button type="button" className="text-button needs-script" onClick={() => download(title, series)}>
          CSV<span className="sr-only"> of {title}</span>
        </button>
      </p>
      <LineChart
        title={`${title}: ${isRank ? 'rank' : 'share of children'}`}
        x="year"
        xName="Year"
        series={series}
        inverted={isRank}
        formatY={isRank ? formatRank : formatShare}
        empty="There is nothing to draw."
      />
    </div>
  );
}

function download(title: string, series: ChartSeries[]): void {
  const { places, values } = toChartRows(series);
  const rows = places.map((year, row) => [year, ...values.map((column) => column[row] ?? '')]);
  const file = `${title.toLowerCase().replaceAll(' ', '-')}.csv`;
  offerDownload(file, 'text/csv', toCsv(['year', ...series.map(({ name }) => name)], rows));
}

const formatRank = (rank: number) => `No. ${Math.round(rank)}`;

function formatShare(share: number): string {
  const digits = share === 0 || share >= 1 ? 1 : share >= 0.1 ? 2 : share >= 0.01 ? 3 : 4;
  return `${formatNumber(share, 'en', digits)} %`;
}

function toShares({ name, sex, values }: TrendLine, { firstYear, births }: NamesSource): ChartSeries {
  const all = births?.[sex] ?? [];
  return {
    name,
    points: values.counts.map((count, index) => {
      const year = values.from + index;
      const born = all[year - firstYear] ?? 0;
      return { x: year, y: born === 0 ? null : (100 * count) / born };
    }),
  };
}

function toRanks({ name, values }: TrendLine): ChartSeries {
  return {
    name,
    points: values.ranks.map((rank, index) => ({ x: values.from + index, y: rank === 0 ? null : rank })),
  };
}
