import { useEffect, useState } from 'react';
import { SkeletonLines } from '../../../components/skeleton.tsx';
import { openFile } from '../content-calls.ts';
import type { OpenedFile } from '../content-data.ts';
import { findNewFile } from './new-file-to-open.ts';
import { OpenEditor } from './open-editor.tsx';

/** `/admin/write?file=posts/a.md`: one file in the editor. */
export function EditorPage({ file }: { file: string }) {
  const [opened, setOpened] = useState<OpenedFile>();
  const [fault, setFault] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    const controller = new AbortController();
    setFault(undefined);
    openFile(file, controller.signal).then(setOpened, (error: Error) => {
      if (controller.signal.aborted) return;
      const added = findNewFile(file, error);
      if (added) setOpened(added);
      else setFault(error.message);
    });
    return () => controller.abort();
  }, [file, attempt]);
  if (opened) return <OpenEditor opened={opened} />;
  return (
    <section className="write-editor" aria-busy={!fault} aria-label={file}>
      <p className="write-back">
        <a href="/admin/write">All pages</a>
      </p>
      <h2 className="write-title">{file}</h2>
      {fault ? (
        <div className="notice" role="alert">
          <p>{fault}</p>
          <button type="button" className="text-button" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </button>
        </div>
      ) : (
        <div className="write-loading">
          <p className="unseen">Opening the file …</p>
          <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5', 'w-4/5', 'w-3/5']} />
        </div>
      )}
    </section>
  );
}
