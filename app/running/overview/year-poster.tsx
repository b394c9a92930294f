import { useEffect, useMemo, useRef, useState } from 'react';
import { drawYearPoster } from '../../../running/drawing/year-poster.ts';
import { offerDownload } from '../../runtime/offer-download.ts';
import type { RunSource } from '../run-source.ts';
import type { SectionProps } from './section-props.ts';
import { useNearViewport } from './use-near-viewport.ts';
import { shownYear } from './year-overview.tsx';

const papers = [
  { name: 'Day', paper: '#fbf6ec', ink: '#2b2520', accent: '#b4570f' },
  { name: 'Night', paper: '#171a26', ink: '#e9e0cf', accent: '#f3b34c' },
] as const;

/** The selected year as a poster. It needs the outline of every run, which are fetched when the section comes near the viewport. */
export function YearPoster(props: SectionProps & { source: RunSource }) {
  const { entries, unit, today, source } = props;
  const sheet = useRef<HTMLDivElement>(null);
  const isNear = useNearViewport(sheet);
  const year = shownYear(props, today);
  const runs = useMemo(() => entries.filter(({ day }) => day.startsWith(`${year}-`)), [entries, year]);
  const [title, setTitle] = useState('A year of running');
  const [paper, setPaper] = useState<(typeof papers)[number]>(papers[0]);
  const [outlines, setOutlines] = useState<{ of: typeof runs; shapes: Map<string, string> | 'failed' }>();
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again.
  useEffect(() => {
    if (!isNear) return;
    let isCurrent = true;
    const ids = runs.filter(({ hasRoute }) => hasRoute).map(({ id }) => id);
    source.outlines(ids).then(
      (shapes) => isCurrent && setOutlines({ of: runs, shapes }),
      () => isCurrent && setOutlines({ of: runs, shapes: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [runs, source, isNear, round]);

  const shapes = outlines?.of === runs ? outlines.shapes : undefined;
  const poster = useMemo(() => {
    if (!shapes || shapes === 'failed') return undefined;
    const { name: _name, ...colours } = paper;
    const note = source.kind === 'samples' ? { note: 'Sample runs: nobody ran these.' } : {};
    return drawYearPoster(
      runs.map((run) => ({ ...run, outline: shapes.get(run.id) ?? '' })),
      { year, title, unit, ...colours, ...note },
    );
  }, [shapes, runs, year, title, unit, paper, source]);

  return (
    <div className="runs-poster">
      <div className="runs-poster-sheet" ref={sheet}>
        {poster && (
          <img
            src={`data:image/svg+xml,${encodeURIComponent(poster)}`}
            alt={`Poster: ${year} in runs`}
            width="1200"
            height="1600"
          />
        )}
        {shapes === 'failed' && (
          <p className="label">
            The routes could not be loaded.{' '}
            <button type="button" className="text-button" onClick={() => setRound((count) => count + 1)}>
              Try again
            </button>
          </p>
        )}
      </div>
      <div className="runs-poster-tools">
        <p>Every run of {year} on one sheet, from first to last. The longest one is in color.</p>
        <label className="field">
          <span>Title</span>
          <input
            className="input"
            value={title}
            maxLength={40}
            onChange={({ target }) => setTitle(target.value)}
          />
        </label>
        <fieldset className="choices">
          <legend className="sr-only">Paper</legend>
          {papers.map((each) => (
            <button
              key={each.name}
              type="button"
              className="choice"
              aria-pressed={each === paper}
              onClick={() => setPaper(each)}
            >
              {each.name}
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          className="button"
          disabled={!poster}
          onClick={() => poster && offerDownload(`running-${year}.svg`, 'image/svg+xml', poster)}
        >
          Download as SVG
        </button>
      </div>
    </div>
  );
}
