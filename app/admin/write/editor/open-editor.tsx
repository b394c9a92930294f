import { lazy, Suspense, useState } from 'react';
import site from '../../../../site.config.ts';
import { formatCounted } from '../../../format/count.ts';
import type { ThemeEditing } from '../colors/theme-editing.ts';
import type { FileFault, OpenedFile } from '../content-data.ts';
import type { OpenForm } from './editor-forms.tsx';
import { EditorHead } from './editor-head.tsx';
import { DraftNote, PresenceNotes } from './editor-notes.tsx';
import { SidePane } from './side-pane.tsx';
import { SourceEditor } from './source-editor.tsx';
import { Toolbar } from './toolbar.tsx';
import { useWriting } from './use-writing.ts';
import { type View, ViewChoice } from './view-choice.tsx';

const EditorForms = lazy(async () => ({ default: (await import('./editor-forms.tsx')).EditorForms }));
const MergeView = lazy(async () => ({ default: (await import('../panels/merge-view.tsx')).MergeView }));

export interface OpenEditorProps {
  opened: OpenedFile;
  /** Of theme.css. */
  theme?: ThemeEditing;
}

/** The editor of a file that has been read. */
export function OpenEditor({ opened, theme }: OpenEditorProps) {
  const writing = useWriting(opened, theme);
  const { start, entry, editor, preview, saving, isPage } = writing;
  const [view, setView] = useState<View>(entry.kind === 'theme' ? 'colors' : 'text');
  const [form, setForm] = useState<OpenForm>();
  const ownColors = theme?.ownColors;
  return (
    <section
      className={ownColors ? 'write-editor has-own-colors' : 'write-editor'}
      style={ownColors}
      aria-label={`Editor of ${entry.file}`}
    >
      {ownColors && (
        <p className="write-note">
          Some saved colors may be hard to read, so this editor has those that the site came with.
        </p>
      )}
      <EditorHead
        entry={entry}
        title={preview?.article?.title ?? entry.title}
        state={preview?.state ?? entry.state}
        moment={preview ? preview.moment : entry.moment}
        status={writing.draft.status}
        isChanged={writing.draft.isChanged}
        isSaving={writing.isSaving}
        isNew={writing.isNew}
        isBlocked={saving.merge !== undefined}
        actions={{
          save: () => void saving.save(),
          publish: () => void saving.publish(),
          unpublish: () => void saving.save({ draft: true }),
          schedule: () => setForm('schedule'),
          rename: () => setForm('rename'),
          showHistory: () => setView('history'),
          remove: () => void saving.remove(),
        }}
      />
      <div role="alert">{saving.fault && <p className="notice notice-fault">{saving.fault}</p>}</div>
      {start.draftSavedAt && (
        <DraftNote
          savedAt={start.draftSavedAt}
          onDiscard={writing.discardDraft}
          onUndo={writing.continueDraft}
        />
      )}
      <PresenceNotes
        presence={writing.presence}
        isBusy={writing.isSaving || saving.merge !== undefined}
        onMerge={() => void saving.mergeNow()}
      />
      <Suspense>
        {form && (
          <EditorForms
            form={form}
            writing={writing}
            onClose={() => {
              setForm(undefined);
              editor.current?.focus();
            }}
          />
        )}
        {saving.merge && (
          <MergeView
            parts={saving.merge.parts}
            onFinish={(merged) => saving.finishMerge(merged)}
            onCancel={saving.cancelMerge}
          />
        )}
      </Suspense>
      <div className="write-body" data-view={view} data-kind={entry.kind} hidden={saving.merge !== undefined}>
        <div className="write-bar">
          <Toolbar isPage={isPage} isReady={writing.isReady} editor={editor} onPictures={setForm} />
          <ViewChoice kind={entry.kind} view={view} onChange={setView} />
        </div>
        <FaultList
          faults={writing.faults}
          onJump={(line) => {
            setView('text');
            editor.current?.jumpToLine(line);
          }}
        />
        <div className="write-columns">
          <SourceEditor
            text={start.text}
            label={`Text of ${entry.file}`}
            isMarkdown={isPage}
            onChange={writing.setText}
            onSave={() => void saving.save()}
            onPictures={(pictures) => isPage && setForm(pictures)}
            onReady={writing.ready}
          />
          <SidePane view={view} writing={writing} onView={setView} />
        </div>
      </div>
    </section>
  );
}

/** What is wrong with the text, with the words of the log. */
function FaultList({ faults, onJump }: { faults: FileFault[]; onJump(line: number): void }) {
  return (
    <div className="write-faults" role="status">
      {faults.length > 0 && (
        <details open>
          <summary>{formatCounted(faults.length, { one: 'fault', other: 'faults' }, site.language)}</summary>
          <ul>
            {faults.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                {line !== undefined && (
                  <>
                    <button type="button" className="text-button" onClick={() => onJump(line)}>
                      Line {line}
                    </button>
                    {': '}
                  </>
                )}
                {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
