import site from '../../../../site.config.ts';
import { formatCounted } from '../../../format/count.ts';
import { formatDate } from '../../../format/date.ts';
import { formatDateTime } from '../../../format/date-time.ts';
import type { ContentEntry } from '../content-data.ts';
import { describeState } from '../describe-state.ts';
import { toEditorAddress } from '../write-address.ts';

export function FileRow({ entry }: { entry: ContentEntry }) {
  const { file, kind, title, address, state, moment, faults, draftSavedAt } = entry;
  return (
    <li className="write-row">
      <a className="write-row-title" href={toEditorAddress(file)}>
        {kind === 'page' ? title : file}
      </a>
      <p className="write-row-place">{kind === 'page' ? (address ?? file) : describeSettings(entry)}</p>
      <p className="write-row-facts">
        {state && state !== 'published' && (
          <span className={`write-state is-${state}`}>{describeState(state, moment)}</span>
        )}
        {draftSavedAt && (
          <span className="write-unsaved" title={`Typed ${formatDateTime(draftSavedAt)}`}>
            Unsaved draft
          </span>
        )}
        {faults.length > 0 && (
          <span className="write-faulty">
            {formatCounted(faults.length, { one: 'fault', other: 'faults' }, site.language)}
          </span>
        )}
        <span className="write-row-date">{describeDay(entry)}</span>
      </p>
    </li>
  );
}

const dayStyle = { day: 'numeric', month: 'short', year: 'numeric' } as const;

function describeDay({ date, changedAt }: ContentEntry): string {
  const day = Date.parse(date ?? changedAt);
  return Number.isNaN(day) ? '' : formatDate(day, site.language, dayStyle);
}

function describeSettings({ kind, title }: ContentEntry): string {
  if (kind === 'theme') return 'Colors by day and at night';
  return kind === 'redirects' ? 'Old addresses and where they lead' : title;
}
