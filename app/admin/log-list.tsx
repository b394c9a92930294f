import { formatDate } from '../format/date.ts';
import type { LogEntry } from './overview-data.ts';

/** What was done, by the names of actions. An unknown one is shown by its name. */
const actions: Record<string, string> = {
  'content.save': 'Saved',
  'content.create': 'Created',
  'content.rename': 'Renamed',
  'content.delete': 'Moved to the trash',
  'content.restore': 'Took from the trash',
  'content.picture': 'Added the picture',
};

/** What owners did, newest first. */
export function LogList({ entries }: { entries: readonly LogEntry[] }) {
  if (entries.length === 0)
    return (
      <p className="hint">Nothing yet. Each change that is made here is listed, with who made it and when.</p>
    );
  return (
    <ol className="admin-log">
      {entries.map(({ id, at, email, action, target }) => (
        <li key={id}>
          <time className="label" dateTime={at}>
            {formatAt(at)}
          </time>
          <span>
            {actions[action] ?? action}{' '}
            {target.endsWith('.md') ? <FileLink file={target} /> : <b>{target}</b>}
          </span>
          <span className="label">{email}</span>
        </li>
      ))}
    </ol>
  );
}

function FileLink({ file }: { file: string }) {
  return <a href={`/admin/write?file=${encodeURIComponent(file)}`}>{file}</a>;
}

/** In the time zone of the reader: `Nov 18, 2026, 14:05`. */
function formatAt(iso: string): string {
  const date = new Date(iso);
  const local = date.getTime() - date.getTimezoneOffset() * 60_000;
  const day = formatDate(local, 'en', { day: 'numeric', month: 'short', year: 'numeric' });
  return `${day}, ${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
}
