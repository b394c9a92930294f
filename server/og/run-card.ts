import { formatDay } from '../../app/format/day.ts';
import type { Head } from '../../app/page-data.ts';
import { toClock } from '../../running/pace.ts';
import { formatDistance, formatHeight, formatPace } from '../../running/units.ts';
import type { PublishedRun } from '../running/published-runs.ts';
import type { Card } from './card.ts';

/** The picture of a public run: its figures, and its route where it has one. */
export function toRunCard(site: { title: string; language: string }, run: PublishedRun): Card {
  return {
    siteName: site.title,
    language: site.language,
    title: formatDistance(run.totals.metres, 'km'),
    description: [toClock(run.totals.moving), ...toFigures(run)].join('  ·  '),
    date: run.day,
    ...(run.outline !== '' && { picture: { kind: 'route', outline: run.outline } }),
  };
}

/** What the head of the run's page says. It has no name, because users choose it, and previews show it as words of the site. */
export function toRunHead(
  { language }: { language: string },
  run: Pick<PublishedRun, 'day' | 'totals'>,
): Required<Pick<Head, 'title' | 'description'>> {
  const distance = formatDistance(run.totals.metres, 'km');
  const day = formatDay(run.day, language);
  return {
    title: `A run of ${distance} on ${day}`,
    description: `${distance} in ${toClock(run.totals.moving)}, ${day}: ${toFigures(run).join(', ')}.`,
  };
}

function toFigures({ totals: { metres, moving, gain } }: Pick<PublishedRun, 'totals'>): string[] {
  const climb = gain === undefined || gain < 1 ? [] : [`${formatHeight(gain, 'km')} of climb`];
  return [formatPace(moving / metres, 'km'), ...climb];
}
