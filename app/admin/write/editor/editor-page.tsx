import { useEffect, useState } from 'react';
import { THEME_FILE } from '../../../../markdown/theme/theme-file.ts';
import { SkeletonLines } from '../../../components/skeleton.tsx';
import { openFile } from '../content-calls.ts';
import { OpenEditor, type OpenEditorProps } from './open-editor.tsx';

/** `/admin/write?file=posts/a.md`: one file in the editor. */
export function EditorPage({ file }: { file: string }) {
  const [opened, setOpened] = useState<OpenEditorProps>();
  const [fault, setFault] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    const controller = new AbortController();
    setFault(undefined);
    open(file, controller.signal).then(setOpened, (error: Error) => {
      if (!controller.signal.aborted) setFault(error.message);
    });
    return () => controller.abort();
  }, [file, attempt]);
  if (opened) return <OpenEditor {...opened} />;
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

async function open(file: string, signal: AbortSignal): Promise<OpenEditorProps> {
  if (file !== THEME_FILE) return { opened: await openFile(file, signal) };
  const [{ createThemeEditing }, { openNewTheme }] = await Promise.all([
    import('../colors/theme-editing.ts'),
    import('../colors/new-theme.ts'),
  ]);
  const opened = await openFile(file, signal).catch(openNewTheme);
  return { opened, theme: createThemeEditing(opened.text) };
}
