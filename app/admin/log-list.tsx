import { formatDateTime } from '../format/date-time.ts';
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
            {formatDateTime(at)}
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
