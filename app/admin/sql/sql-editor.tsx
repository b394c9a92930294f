import { useEffect, useRef, useState } from 'react';
import { SkeletonLines } from '../../components/skeleton.tsx';
import type { SqlEditor, SqlEditorOptions } from './create-sql-editor.ts';

interface SqlEditorBoxProps extends SqlEditorOptions {
  onReady(editor: SqlEditor): void;
}

/** The text of the statements. CodeMirror is loaded here, and nowhere before. */
export function SqlEditorBox(props: SqlEditorBoxProps) {
  const host = useRef<HTMLDivElement>(null);
  const current = useRef(props);
  current.current = props;
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  useEffect(() => {
    let editor: SqlEditor | undefined;
    let isLeft = false;
    import('./create-sql-editor.ts').then(
      ({ createSqlEditor }) => {
        if (isLeft || !host.current) return;
        editor = createSqlEditor(host.current, {
          text: current.current.text,
          onChange: (text) => current.current.onChange(text),
          onRun: () => current.current.onRun(),
          readNames: () => current.current.readNames(),
        });
        setState('ready');
        current.current.onReady(editor);
      },
      () => setState('failed'),
    );
    return () => {
      isLeft = true;
      editor?.destroy();
    };
  }, []);
  return (
    <div className="sql-editor">
      {state === 'failed' && (
        <p className="notice" role="alert">
          The editor could not be loaded. Reload the page to try again; your text is safe.
        </p>
      )}
      {state === 'loading' && <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5']} />}
      <div className="sql-editor-host" ref={host} />
    </div>
  );
}
