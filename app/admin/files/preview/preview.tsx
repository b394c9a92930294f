import { useEffect, useState } from 'react';
import { SkeletonLines } from '../../../components/skeleton.tsx';
import { explainFault } from '../../call-admin.ts';
import { askForLink } from '../changes/link-form.tsx';
import type { StoredFile } from '../files-data.ts';
import { type FileKind, kindOf } from './file-kind.ts';
import { readFile, readPicture } from './read-file.ts';

const pictureWidth = 800;
const textBytes = 100_000;
const hour = 3600;

interface PreviewProps {
  bucket: string;
  file: StoredFile;
}

/** What is in a file, as far as it can be shown without running anything. */
export function Preview({ bucket, file }: PreviewProps) {
  const kind = kindOf(file.type, file.path);
  if (file.bytes === 0) return <p className="hint">The file is empty.</p>;
  if (kind === 'audio' || kind === 'video') return <Player bucket={bucket} file={file} kind={kind} />;
  if (kind === 'other') return <p className="hint">No preview of this type. Download it to open it.</p>;
  return <ReadPreview bucket={bucket} file={file} kind={kind} />;
}

function ReadPreview({ bucket, file, kind }: PreviewProps & { kind: Extract<FileKind, 'picture' | 'text'> }) {
  const { path, changed_at, bytes } = file;
  const [content, setContent] = useState<string>();
  const [fault, setFault] = useState<string>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a replaced file is read again.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const reading =
      kind === 'picture'
        ? readPicture(bucket, path, { width: pictureWidth, signal })
        : readFile(bucket, path, { bytes: textBytes, signal }).then((blob) => blob.text());
    reading.then(setContent, (error: unknown) => {
      if (!signal.aborted) setFault(explainFault(error));
    });
    return () => leaving.abort();
  }, [bucket, path, kind, changed_at]);

  if (fault) return <p className="hint">{fault}</p>;
  if (content === undefined) return <SkeletonLines lines={['w-4/5', 'w-3/5']} />;
  if (kind === 'picture')
    return (
      <img
        className="files-picture"
        src={content}
        alt={`Preview of ${path}`}
        onError={() => setFault('This is no picture that a browser can show. Download it to look into it.')}
      />
    );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <pre className="files-text" tabIndex={0} role="group" aria-label="Text of the file">
        {content}
      </pre>
      {(bytes ?? 0) > textBytes && <p className="hint">The first 100 kB are shown.</p>}
    </>
  );
}

/** Played from a link, so that it starts before all of it is here. Only from this site: its policy allows no other. */
function Player({ bucket, file, kind }: PreviewProps & { kind: 'audio' | 'video' }) {
  const [url, setUrl] = useState<string>();
  const [fault, setFault] = useState<string>();

  async function play() {
    try {
      const link = await askForLink(bucket, file.path, hour);
      if (new URL(link.url).origin === location.origin) setUrl(link.url);
      else setFault('Files of a hosted project are not played here. Download it instead.');
    } catch (error) {
      setFault(explainFault(error));
    }
  }

  if (fault) return <p className="hint">{fault}</p>;
  if (!url)
    return (
      <p>
        <button type="button" className="choice" onClick={() => void play()}>
          Play
        </button>
      </p>
    );
  const Media = kind;
  return (
    <Media className="files-picture" controls autoPlay src={url} aria-label={`Preview of ${file.path}`} />
  );
}
