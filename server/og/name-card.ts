import type { NameDetail, SexHistory } from '../../names/name-detail.ts';
import type { NamesSource } from '../../names/view.ts';
import type { Card, TrendPicture } from './card.ts';

type Source = Pick<NamesSource, 'firstYear' | 'lastYear' | 'births'>;

/** The picture of a name: its share among the children of each year. */
export function toNameCard(
  site: { title: string; language: string },
  detail: NameDetail,
  source: Source,
): Card {
  return {
    siteName: site.title,
    language: site.language,
    title: detail.name,
    description: describe(detail, source),
    picture: toTrend(detail, source),
  };
}

function describe({ sexes: [main] }: NameDetail, { lastYear }: Source): string {
  if (!main) return '';
  const { latest, peak, sex } = main;
  if (latest.count === 0) return `Most frequent in ${peak.year}: ${toPlace(peak.rank)} among ${sex}`;
  const now = `${toPlace(latest.rank)} among ${sex} in ${lastYear}`;
  return peak.year === lastYear ? now : `${now}, ${toPlace(peak.rank)} in ${peak.year}`;
}

const toPlace = (rank: number) => `No. ${rank.toLocaleString('en')}`;

/** A second sex is drawn where it can be seen. */
const leastHeight = 40;
const height = 1000;

function toTrend({ sexes }: NameDetail, source: Source): TrendPicture {
  const { firstYear, lastYear } = source;
  const shares = sexes.map((sex) => toShares(sex, source));
  const largest = Math.max(...shares.flat(), Number.MIN_VALUE);
  const lines = sexes.map(({ sex: name }, index) => ({
    name,
    values: (shares[index] ?? []).map((share) => Math.round((share / largest) * height)),
  }));
  return {
    kind: 'trend',
    from: firstYear,
    to: lastYear,
    lines: lines.filter(({ values }, index) => index === 0 || Math.max(...values) >= leastHeight),
  };
}

/** Of every year from the first to the last. */
function toShares({ sex, from, counts }: SexHistory, { firstYear, lastYear, births }: Source): number[] {
  return Array.from({ length: lastYear - firstYear + 1 }, (_, index) => {
    const born = births?.[sex][index] ?? 0;
    const count = counts[firstYear + index - from] ?? 0;
    return born === 0 ? 0 : count / born;
  });
}
