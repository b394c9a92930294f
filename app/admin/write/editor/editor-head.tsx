import { useRef } from 'react';
import { formatDateTime } from '../../../format/date-time.ts';
import type { ContentEntry, PageState } from '../content-data.ts';
import { describeState } from '../describe-state.ts';
import type { DraftStatus } from './use-autosave.ts';

export interface EditorActions {
  save(): void;
  publish(): void;
  unpublish(): void;
  schedule(): void;
  rename(): void;
  showHistory(): void;
  remove(): void;
}

interface EditorHeadProps {
  entry: ContentEntry;
  title: string;
  state: PageState | undefined;
  moment: string | undefined;
  status: DraftStatus;
  isChanged: boolean;
  isSaving: boolean;
  /** There is no file yet. */
  isNew: boolean;
  /** A merge waits for choices. */
  isBlocked: boolean;
  actions: EditorActions;
}

/** What is open, how it stands, and what can be done with it. */
export function EditorHead(props: EditorHeadProps) {
  const { entry, title, state, moment, status, isChanged, isSaving, isNew, isBlocked, actions } = props;
  const isDraft = entry.kind === 'page' && state === 'draft';
  return (
    <header className="write-editor-head">
      <div className="write-names">
        <p className="write-back">
          <a href="/admin/write">All pages</a>
        </p>
        <h2 className="write-title">{title}</h2>
        <p className="write-facts">
          {state && <span className={`write-state is-${state}`}>{describeState(state, moment)}</span>}
          <code>{entry.file}</code>
          {entry.address && <a href={entry.address}>View page</a>}
        </p>
      </div>
      <div className="write-actions">
        <p className="write-status" role="status">
          {describeStatus(status, isChanged, isNew)}
        </p>
        <button
          type="button"
          className="button"
          aria-disabled={isSaving || isBlocked || undefined}
          onClick={() => !isBlocked && (isDraft ? actions.publish() : actions.save())}
        >
          {isSaving ? 'One moment …' : isDraft ? 'Publish' : 'Save'}
        </button>
        <MoreMenu {...props} isDraft={isDraft} />
      </div>
    </header>
  );
}

function describeStatus(status: DraftStatus, isChanged: boolean, isNew: boolean): string {
  if (status.kind === 'saving') return 'Saving draft …';
  if (status.kind === 'failed') return `Not saved: ${status.message} This browser keeps your text.`;
  if (status.kind === 'saved' && isChanged) return `Draft saved ${formatTime(status.at)}`;
  if (isChanged) return 'Changed';
  return isNew ? 'Not saved yet' : 'No changes';
}

/** `Draft saved 12:03`: the day is today. */
function formatTime(moment: string): string {
  return formatDateTime(moment).split(', ').at(-1) ?? '';
}

function MoreMenu({
  entry,
  state,
  actions,
  isDraft,
  isNew,
  isBlocked,
}: EditorHeadProps & { isDraft: boolean }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const isPage = entry.kind === 'page';
  const items = [
    { title: 'Save without publishing', run: actions.save, isOffered: isDraft },
    { title: 'Publish now', run: actions.publish, isOffered: isPage && state === 'scheduled' },
    { title: 'Schedule …', run: actions.schedule, isOffered: isPage },
    { title: 'Unpublish', run: actions.unpublish, isOffered: isPage && !isDraft },
    { title: 'Rename or move …', run: actions.rename, isOffered: isPage },
    { title: 'History …', run: actions.showHistory, isOffered: true },
    { title: 'Delete', run: actions.remove, isOffered: isPage || (entry.kind === 'theme' && !isNew) },
  ];
  const close = () => menu.current?.removeAttribute('open');
  return (
    <details
      className="write-menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return;
        close();
        menu.current.querySelector('summary')?.focus();
      }}
      onBlur={({ relatedTarget }) => relatedTarget && !menu.current?.contains(relatedTarget) && close()}
    >
      <summary>More</summary>
      <div className="write-menu-panel">
        {items
          .filter(({ isOffered }) => isOffered)
          .map(({ title, run }) => (
            <button
              key={title}
              type="button"
              disabled={isBlocked}
              onClick={() => {
                close();
                run();
              }}
            >
              {title}
            </button>
          ))}
      </div>
    </details>
  );
}
