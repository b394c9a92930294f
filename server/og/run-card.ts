import { formatDay } from '../../app/format/day.ts';
import type { Head } from '../../app/page-data.ts';
import { shareLinkOf } from '../../app/running/run/run-address.ts';
import { toClock } from '../../running/pace.ts';
import { formatDistance, formatHeight, formatPace } from '../../running/units.ts';
import type { PublishedRun } from '../running/published-runs.ts';
import type { Card } from './card.ts';

/** The picture of a public run: its figures, and its route where it has one. */
export function toRunCard(site: { title: string; language: string }, run: PublishedRun): Card {
  return {
    siteName: site.title,
    language: site.language,
    title: formatDistance(run.metres, 'km'),
    description: [toClock(run.moving), ...toFigures(run)].join('  ·  '),
    date: run.day,
    ...(run.outline !== '' && { picture: { kind: 'route', outline: run.outline } }),
  };
}

/** What a preview of the run's address says. */
export function toRunShare(
  siteUrl: string,
  { language }: { language: string },
  run: PublishedRun,
): NonNullable<Head['share']> {
  const distance = formatDistance(run.metres, 'km');
  const day = formatDay(run.day, language);
  return {
    title: `A run of ${distance}`,
    description: `${distance} in ${toClock(run.moving)}, ${day}: ${toFigures(run).join(', ')}.`,
    url: shareLinkOf(run.id, siteUrl),
  };
}

function toFigures({ metres, moving, gain }: PublishedRun): string[] {
  const climb = gain === undefined || gain < 1 ? [] : [`${formatHeight(gain, 'km')} of climb`];
  return [formatPace(moving / metres, 'km'), ...climb];
}
