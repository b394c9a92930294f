import { useEffect, useRef, useState } from 'react';
import { SkeletonLines } from '../../../components/skeleton.tsx';
import { readFiles } from '../content-calls.ts';
import type { ContentEntry } from '../content-data.ts';
import type { TextEditor, TextEditorOptions } from './text-editor.ts';

interface SourceEditorProps extends Omit<TextEditorOptions, 'readPages'> {
  onReady(editor: TextEditor): void;
}

/** The text of the file. CodeMirror is loaded here, and nowhere before. */
export function SourceEditor(props: SourceEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const current = useRef(props);
  current.current = props;
  const [isReady, setReady] = useState(false);
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    let editor: TextEditor | undefined;
    let isLeft = false;
    import('./create-editor.ts').then(
      ({ createEditor }) => {
        if (isLeft || !host.current) return;
        editor = createEditor(host.current, {
          ...current.current,
          onChange: (text) => current.current.onChange(text),
          onSave: () => current.current.onSave(),
          onPictures: (pictures) => current.current.onPictures(pictures),
          readPages: createPagesReader(),
        });
        setReady(true);
        current.current.onReady(editor);
      },
      () => setFault('The editor could not be loaded. Reload the page to try again; your text is safe.'),
    );
    return () => {
      isLeft = true;
      editor?.destroy();
    };
  }, []);
  return (
    <div className="write-source">
      {fault && (
        <p className="notice" role="alert">
          {fault}
        </p>
      )}
      {!isReady && !fault && <SkeletonLines lines={['w-4/5', 'w-3/5', 'w-4/5', 'w-4/5', 'w-3/5']} />}
      <div className="write-source-host" ref={host} />
    </div>
  );
}

/** Asks once, at the first link. A list that could not be read is asked for again at the next. */
function createPagesReader(): () => Promise<ContentEntry[]> {
  let pages: Promise<ContentEntry[]> | undefined;
  return () => {
    pages ??= readFiles().catch(() => {
      pages = undefined;
      return [];
    });
    return pages;
  };
}
