import { useEffect, useMemo, useRef, useState } from 'react';
import type { ThemeEditing } from '../colors/theme-editing.ts';
import type { OpenedFile } from '../content-data.ts';
import { findKeptText } from './kept-text.ts';
import { findStartText } from './start-text.ts';
import type { TextEditor } from './text-editor.ts';
import { useAutosave } from './use-autosave.ts';
import { usePresence } from './use-presence.ts';
import { usePreview } from './use-preview.ts';
import { useSaving } from './use-saving.ts';

export type Writing = ReturnType<typeof useWriting>;

/** A file that is being edited: its text, what the server makes of it, its draft and its saves. */
export function useWriting(opened: OpenedFile, theme: ThemeEditing | undefined) {
  const [start] = useState(() => findStartText(opened, findKeptText(opened.entry.file)));
  const [entry, setEntry] = useState(opened.entry);
  const [base, setBase] = useState(start.base);
  const [text, setText] = useState(start.text);
  const [isReady, setReady] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const editor = useRef<TextEditor>(undefined);
  const isPage = entry.kind === 'page';
  const { preview, fault: previewFault } = usePreview(entry.file, text, isPage);
  const draft = useAutosave({ file: entry.file, text, base, stored: start.stored, isHeld: isSaving });
  const saving = useSaving({ entry, base, editor, setBase, setEntry, isSaving, setSaving, ...draft });
  const presence = usePresence(entry.file, base.hash, opened);
  const themeFaults = useMemo(() => theme?.findFaults(text), [theme, text]);
  const faults = themeFaults ?? preview?.faults ?? entry.faults;
  useEffect(() => {
    if (isReady) editor.current?.showFaults(faults);
  }, [faults, isReady]);

  return {
    start,
    entry,
    text,
    setText,
    isPage,
    isNew: base.hash === '',
    isReady,
    isSaving,
    editor,
    preview,
    previewFault,
    draft,
    saving,
    presence,
    faults,
    ready(created: TextEditor) {
      editor.current = created;
      setReady(true);
    },
    /** Back to the saved text. */
    discardDraft() {
      setBase({ text: opened.text, hash: opened.hash });
      editor.current?.replace(opened.text);
    },
    continueDraft() {
      setBase(start.base);
      editor.current?.replace(start.text);
    },
  };
}
