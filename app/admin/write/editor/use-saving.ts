import { type RefObject, useState } from 'react';
import { type NavigateFunction, useNavigate } from 'react-router';
import { formatDateTime } from '../../../format/date-time.ts';
import { AdminFault } from '../../call-admin.ts';
import { type Notice, showNotice } from '../../notice.tsx';
import { deleteFile, readCurrent, renameFile, restoreFile, saveFile } from '../content-calls.ts';
import type { ContentEntry, CurrentFile } from '../content-data.ts';
import type { MergePart } from '../text/merge-texts.ts';
import { toEditorAddress } from '../write-address.ts';
import { changeSettings } from './change-settings.ts';
import type { BaseText } from './start-text.ts';
import type { TextEditor } from './text-editor.ts';

/** Another version was saved meanwhile, and both have changed the same lines. */
export interface OpenMerge {
  parts: MergePart[];
  theirs: BaseText;
}

interface SavingOptions {
  entry: ContentEntry;
  base: BaseText;
  editor: RefObject<TextEditor | undefined>;
  setBase(base: BaseText): void;
  setEntry(entry: ContentEntry): void;
  isSaving: boolean;
  setSaving(isSaving: boolean): void;
  /** The draft that is being sent; the save waits for it. */
  whenSent(): Promise<void> | undefined;
  /** The text is in the file. */
  settle(text: string): void;
}

/** Save, publish, rename and delete, and what happens when someone else has saved in between. */
export function useSaving(options: SavingOptions) {
  const { entry, base, editor, setBase, setEntry, isSaving, setSaving, whenSent, settle } = options;
  const [fault, setFault] = useState<string>();
  const [merge, setMerge] = useState<OpenMerge>();
  const navigate = useNavigate();

  /** One at a time. What is refused is said. */
  async function run(action: () => Promise<void>, refusal = 'Not saved'): Promise<void> {
    if (isSaving) return;
    setSaving(true);
    setFault(undefined);
    showNotice(undefined);
    try {
      await action();
    } catch (error) {
      setFault(`${refusal}: ${(error as Error).message}`);
    } finally {
      setSaving(false);
    }
  }

  /** Writes the file, with other fields of the front matter if there are some. Says whether it is written. */
  async function write(changes: Record<string, unknown> = {}): Promise<ContentEntry | undefined> {
    const current = editor.current;
    if (!current) return undefined;
    if (Object.keys(changes).length > 0) await changeSettings(current, changes);
    await whenSent();
    const text = current.read();
    try {
      const saved = await saveFile(entry.file, text, base.hash);
      setBase({ text, hash: saved.hash });
      settle(text);
      setEntry(saved.entry);
      showNotice({ ...describeSaved(saved.entry), ...(saved.warning && { text: saved.warning }) });
      return saved.entry;
    } catch (error) {
      if (!(error instanceof AdminFault) || error.status !== 412) throw error;
      // Another owner has created it meanwhile.
      if (error.code === 'exists') await bringTogether(await readCurrent(entry.file));
      else if (error.code === 'changed') await bringTogether((error.body as unknown as CurrentFile).current);
      else throw error;
      return undefined;
    }
  }

  async function bringTogether(theirs: BaseText | null): Promise<void> {
    if (!theirs) {
      setBase({ text: '', hash: '' });
      setFault(
        'This file was deleted meanwhile. Your text is still here: save again to create the file anew.',
      );
      return;
    }
    const { joinParts, mergeTexts } = await import('../text/merge-texts.ts');
    // As it is now: the owner may have gone on typing.
    const parts = mergeTexts(base.text, editor.current?.read() ?? '', theirs.text);
    const merged = joinParts(parts);
    if (merged === undefined) setMerge({ parts, theirs });
    else applyMerge(merged, theirs);
  }

  function applyMerge(text: string, theirs: BaseText): void {
    setMerge(undefined);
    setBase(theirs);
    editor.current?.replace(text);
    showNotice(describeMerged(text === theirs.text));
  }

  /** Brings the text together with the file as it is now, before a save has to. */
  async function mergeNow(): Promise<void> {
    const current = await readCurrent(entry.file);
    if (current) setEntry(current.entry);
    await bringTogether(current && { text: current.text, hash: current.hash });
  }

  async function rename(to: string, redirect: boolean): Promise<void> {
    const isSaved = editor.current?.read() === base.text || (await write());
    if (!isSaved) return;
    const { entry: moved } = await renameFile(entry.file, to, redirect);
    await navigate(toEditorAddress(moved.file), { replace: true });
    showNotice({ text: `Moved to ${moved.file}.`, ...linkTo(moved) });
  }

  async function remove(): Promise<void> {
    await whenSent();
    const text = editor.current?.read() ?? '';
    const { trashed } = await deleteFile(entry.file, base.hash);
    settle(text);
    await navigate('/admin/write');
    offerReturn(entry, trashed, navigate);
  }

  return {
    fault,
    merge,
    save: (changes?: Record<string, unknown>) => run(async () => void (await write(changes))),
    publish: () =>
      run(async () => {
        const saved = await write({ draft: null, publishAt: null });
        // The name says that it is a draft, too.
        if (saved?.file.endsWith('.draft.md')) await rename(saved.file.replace(/\.draft\.md$/, '.md'), false);
      }),
    rename: (to: string, redirect: boolean) => run(() => rename(to, redirect)),
    remove: () => run(remove),
    mergeNow: () => run(mergeNow, 'Not merged'),
    finishMerge: (text: string) => merge && applyMerge(text, merge.theirs),
    cancelMerge: () => setMerge(undefined),
  };
}

/** After a file was deleted. */
function offerReturn(entry: ContentEntry, trashed: string, navigate: NavigateFunction): void {
  const restore = async () => {
    const restored = await restoreFile(trashed);
    await navigate(toEditorAddress(restored.entry.file));
    showNotice({ text: `“${restored.entry.title}” is back.` });
  };
  showNotice({
    text: `“${entry.title}” is in the trash.`,
    action: {
      title: 'Undo',
      run: () => void restore().catch((error: Error) => showNotice({ text: error.message })),
    },
  });
}

function describeMerged(isTheirs: boolean): Notice {
  return {
    text: isTheirs
      ? 'This is the file as it is now.'
      : 'This file was changed meanwhile; both changes are in the text. Check and save.',
  };
}

function linkTo({ address }: ContentEntry): Pick<Notice, 'link'> {
  return address ? { link: { href: address, title: address } } : {};
}

function describeSaved(entry: ContentEntry): Notice {
  const { state, moment } = entry;
  if (entry.kind === 'theme')
    return {
      text: 'Saved. All pages have these colors when they are loaded again.',
      action: { title: 'Reload this one', run: () => location.reload() },
    };
  if (entry.kind !== 'page') return { text: 'Saved. The site follows it now.' };
  if (state === 'draft') return { text: 'Saved as a draft. Only you see it at', ...linkTo(entry) };
  if (state === 'scheduled' && moment)
    return { text: `Saved. It appears on ${formatDateTime(moment)} at`, ...linkTo(entry) };
  return { text: state === 'expired' ? 'Saved. It has expired at' : 'Live at', ...linkTo(entry) };
}
