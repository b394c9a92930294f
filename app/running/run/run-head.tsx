import type { RunEntry } from '../run-source.ts';
import { formatWhen, nameOf, toTimestamp } from './format-run.ts';
import type { Figure } from './run-figures.ts';

interface RunHeadProps {
  entry: Pick<RunEntry, 'name' | 'start' | 'utcOffset'>;
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
      <h1 className="title run-title" tabIndex={-1}>
        <bdi>{nameOf(entry)}</bdi>
      </h1>
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
