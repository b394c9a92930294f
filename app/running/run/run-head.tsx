import type { RunEntry } from '../run-source.ts';
import { formatWhen, nameOf, toTimestamp } from './format-run.ts';
import { hrefOfRun } from './run-address.ts';
import type { Figure } from './run-figures.ts';

interface RunHeadProps {
  entry: RunEntry;
  isSample: boolean;
  notes: string;
  figures: readonly Figure[];
}

export function RunHead({ entry, isSample, notes, figures }: RunHeadProps) {
  return (
    <header className="run-head">
      <p className="label">
        <time dateTime={toTimestamp(entry.start, entry.utcOffset)}>
          {formatWhen(entry.start, entry.utcOffset)}
        </time>
        {isSample && <span className="run-mark">Sample run: nobody ran this</span>}
      </p>
      <h2 className="title run-title" tabIndex={-1}>
        <bdi>{nameOf(entry)}</bdi>
      </h2>
      {notes !== '' && (
        <p className="run-notes" dir="auto">
          {notes}
        </p>
      )}
      <dl className="run-figures">
        {figures.map(({ name, value, unit, note }) => (
          <div key={name}>
            <dt className="label">{name}</dt>
            <dd className="figure">
              {value}
              {unit && <span className="run-unit"> {unit}</span>}
            </dd>
            {note && <dd className="label">{note}</dd>}
          </div>
        ))}
      </dl>
    </header>
  );
}

interface NeighbourRunsProps {
  /** Newest first. */
  entries: readonly RunEntry[];
  id: string;
  query: URLSearchParams;
}

/** The runs before and after this one in time. */
export function NeighbourRuns({ entries, id, query }: NeighbourRunsProps) {
  const at = entries.findIndex((entry) => entry.id === id);
  const earlier = at < 0 ? undefined : entries[at + 1];
  const later = at < 0 ? undefined : entries[at - 1];
  if (!earlier && !later) return null;
  return (
    <nav className="run-neighbours" aria-label="Other runs">
      {earlier && (
        <a href={hrefOfRun(query, earlier.id)} rel="prev">
          <span className="label">← Run before</span>
          <bdi>{nameOf(earlier)}</bdi>
        </a>
      )}
      {later && (
        <a href={hrefOfRun(query, later.id)} rel="next">
          <span className="label">Run after →</span>
          <bdi>{nameOf(later)}</bdi>
        </a>
      )}
    </nav>
  );
}
