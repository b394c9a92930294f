import { formatBytes } from '../../health/format-size.ts';
import { lastPart } from '../file-names.ts';
import type { Upload, Uploads } from './use-uploads.ts';

/** Each file with how far it is, and what can be done about it. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  const { list, clear } = uploads;
  if (list.length === 0) return null;
  const left = list.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  return (
    <section className="files-uploads" aria-label="Uploads">
      <p className="files-progress">
        <span role="status">
          {left > 0 ? `Uploading: ${left} of ${list.length} to go` : describeEnd(list)}
        </span>
        {left < list.length && (
          <button type="button" className="text-button" onClick={clear}>
            Clear
          </button>
        )}
      </p>
      <ul>
        {list.map((upload) => (
          <UploadRow key={upload.id} upload={upload} uploads={uploads} />
        ))}
      </ul>
    </section>
  );
}

function describeEnd(list: Upload[]): string {
  const done = list.filter(({ state }) => state === 'done').length;
  return done === list.length ? 'All uploads are stored.' : `${done} of ${list.length} uploads are stored.`;
}

function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const { id, file, path, state, sent, message } = upload;
  const name = lastPart(path);
  return (
    <li>
      <span className="files-upload-name">
        {name}
        {name !== file.name && <span className="hint"> (stored under this name; it was “{file.name}”)</span>}
      </span>
      <span className="files-upload-state">
        {state === 'sending' && (
          <progress max={Math.max(file.size, 1)} value={sent} aria-label={`Upload of ${name}`} />
        )}
        {describe(upload)}
      </span>
      <span className="choices">
        {(state === 'sending' || state === 'waiting') && (
          <button
            type="button"
            className="choice"
            aria-label={`Stop ${name}`}
            onClick={() => uploads.stop(id)}
          >
            Stop
          </button>
        )}
        {(state === 'failed' || state === 'stopped') && (
          <button
            type="button"
            className="choice"
            aria-label={`Try ${name} again`}
            onClick={() => uploads.again(id)}
          >
            Try again
          </button>
        )}
        {state === 'exists' && (
          <>
            <button
              type="button"
              className="choice"
              aria-label={`Replace ${name}`}
              onClick={() => uploads.replace(id)}
            >
              Replace
            </button>
            <button
              type="button"
              className="choice"
              aria-label={`Keep both of ${name}`}
              onClick={() => uploads.keepBoth(id)}
            >
              Keep both
            </button>
          </>
        )}
      </span>
      {message && (
        <p className="field-error" role="alert">
          {message}
        </p>
      )}
    </li>
  );
}

function describe({ state, file, sent }: Upload): string {
  if (state === 'sending') return `${formatBytes(sent)} of ${formatBytes(file.size)}`;
  const names = {
    waiting: 'Waiting',
    done: 'Stored',
    exists: 'Not stored yet',
    failed: 'Not stored',
    stopped: 'Stopped',
  };
  return names[state];
}
