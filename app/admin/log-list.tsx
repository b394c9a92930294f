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
  'people.create': 'Created the account of',
  'people.invite': 'Invited',
  'people.confirm': 'Confirmed the address of',
  'people.recover': 'Sent a recovery mail to',
  'people.ban': 'Banned',
  'people.unban': 'Lifted the ban of',
  'people.end-session': 'Ended sessions of',
  'people.remove-factor': 'Removed a second factor of',
  'people.export': 'Downloaded the data of',
  'sql.run': 'Ran the SQL',
  'sql.migration': 'Saved and applied the migration',
  'sql.save-snippet': 'Saved the SQL snippet',
  'sql.delete-snippet': 'Deleted the SQL snippet',
  'api.show-keys': 'Looked at the secret keys of',
  'people.delete': 'Deleted the account of',
  'tables.insert': 'Added rows to',
  'tables.update': 'Changed a row of',
  'tables.delete': 'Deleted rows of',
  'tables.look-as': 'Looked with other eyes at',
  'tables.export': 'Downloaded rows of',
  'tables.import': 'Imported rows into',
  'files.upload': 'Uploaded',
  'files.move': 'Moved',
  'files.delete': 'Deleted files of',
  'files.sign': 'Made a link to',
  'files.create-bucket': 'Created the bucket',
  'files.change-bucket': 'Changed the bucket',
  'files.delete-bucket': 'Deleted the bucket',
  'health.backup': 'Made a backup of',
  'health.test-backup': 'Tested the backup',
  'health.stop-backup': 'Stopped the backup of',
  'health.resend': 'Sent a mail again to',
  'health.test-mail': 'Sent a test mail to',
  'health.run-job': 'Ran the job',
};

/** What owners did, newest first. */
export function LogList({ entries }: { entries: readonly LogEntry[] }) {
  if (entries.length === 0)
    return (
      <p className="hint">Nothing yet. Each change that is made here is listed, with who made it and when.</p>
    );
  return (
    <ol className="admin-log">
      {entries.map((entry) => (
        <li key={entry.id}>
          <time className="label" dateTime={entry.at}>
            {formatDateTime(entry.at)}
          </time>
          <span>
            {actions[entry.action] ?? entry.action} <Target {...entry} />
          </span>
          <span className="label">{entry.email}</span>
        </li>
      ))}
    </ol>
  );
}

function Target({ action, target, details }: LogEntry) {
  if (target.endsWith('.md')) return <FileLink file={target} />;
  if (!action.startsWith('people.') || action === 'people.invite') return <b>{target}</b>;
  const name = String(details?.email ?? details?.phone ?? target);
  return action === 'people.delete' ? <b>{name}</b> : <a href={`/admin/people?id=${target}`}>{name}</a>;
}

function FileLink({ file }: { file: string }) {
  return <a href={`/admin/write?file=${encodeURIComponent(file)}`}>{file}</a>;
}
