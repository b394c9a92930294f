import { useEffect, useRef, useState } from 'react';
import { SkeletonLines } from '../../../components/skeleton.tsx';
import { formatDateTime } from '../../../format/date-time.ts';
import { readHistory, readVersion } from '../content-calls.ts';
import type { FileHistory, FileVersion } from '../content-data.ts';
import { type DiffLine, diffLines } from '../text/diff-lines.ts';

interface HistoryPanelProps {
  file: string;
  /** As it is in the editor. */
  text: string;
  onPut(text: string): void;
  onClose(): void;
}

/** The saved versions of the file. */
export function HistoryPanel({ file, text, onPut, onClose }: HistoryPanelProps) {
  const [found, setFound] = useState<FileHistory>();
  const [opened, setOpened] = useState<{ version: FileVersion; text: string }>();
  const [fault, setFault] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    readHistory(file).then(setFound, (error: Error) => setFault(error.message));
  }, [file]);
  const open = (version: FileVersion) => {
    setFault(undefined);
    readVersion(file, version.id).then(
      (versionText) => setOpened({ version, text: versionText }),
      (error: Error) => setFault(error.message),
    );
  };
  return (
    <section className="write-pane write-history" aria-labelledby="history-title">
      <div className="write-head">
        <h3 className="write-subtitle" id="history-title" ref={heading} tabIndex={-1}>
          History
        </h3>
        <button type="button" className="text-button" onClick={onClose}>
          Close
        </button>
      </div>
      <div role="alert">{fault && <p className="notice notice-fault">{fault}</p>}</div>
      {!found && !fault && <SkeletonLines lines={['w-4/5', 'w-3/5']} />}
      {found && <p className="hint">{describeKind(found)}</p>}
      <ol className="write-versions">
        {found?.versions.map((version) => (
          <li key={version.id}>
            <button
              type="button"
              aria-expanded={opened?.version === version}
              onClick={() => (opened?.version === version ? setOpened(undefined) : open(version))}
            >
              <span>{formatDateTime(version.at)}</span>
              {version.by && <span className="hint">{version.by}</span>}
              {version.note && <span className="hint">{version.note}</span>}
            </button>
            {opened?.version === version && (
              <Version versionText={opened.text} text={text} onPut={() => onPut(opened.text)} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function describeKind({ kind, versions }: FileHistory): string {
  if (versions.length === 0) return 'There are no earlier versions yet. Every save adds one.';
  return kind === 'git'
    ? 'Versions come from git. Open one to compare it with your text.'
    : 'The last 50 saves. Open one to compare it with your text.';
}

interface VersionProps {
  versionText: string;
  text: string;
  onPut(): void;
}

function Version({ versionText, text, onPut }: VersionProps) {
  const lines = diffLines(text, versionText);
  if (!lines) return <p className="hint">The same as your text.</p>;
  return (
    <>
      <DiffView lines={lines} />
      <button type="button" className="text-button" onClick={onPut}>
        Put this version into the editor
      </button>{' '}
      <span className="hint">It is not saved until you save it.</span>
    </>
  );
}

const signs: Record<DiffLine['kind'], string> = { same: ' ', removed: '−', added: '+', skipped: '⋯' };

/** What putting the version into the editor would change: `−` goes, `+` comes. */
function DiffView({ lines }: { lines: DiffLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard.
    <pre className="write-diff" tabIndex={0} role="region" aria-label="Differences from your text">
      {lines.map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a difference do not move.
        <span key={index} className={`is-${kind}`}>
          {`${signs[kind]} ${text.replace(/\r?\n$/, '')}\n`}
        </span>
      ))}
    </pre>
  );
}
