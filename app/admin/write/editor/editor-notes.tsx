import { useState } from 'react';
import { formatDateTime } from '../../../format/date-time.ts';
import type { OtherWriter } from '../content-data.ts';
import type { Presence } from './use-presence.ts';

interface DraftNoteProps {
  savedAt: string;
  onDiscard(): void;
  onUndo(): void;
}

/** The text is not the file's: it continues a draft. */
export function DraftNote({ savedAt, onDiscard, onUndo }: DraftNoteProps) {
  const [isDiscarded, setDiscarded] = useState(false);
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <p className="write-note" role="status">
      {isDiscarded
        ? 'The draft is discarded. This is the saved text.'
        : `You have an unsaved draft of ${formatDateTime(savedAt)}. You are editing it.`}{' '}
      <button
        type="button"
        className="text-button"
        onClick={() => {
          if (isDiscarded) onUndo();
          else onDiscard();
          setDiscarded(!isDiscarded);
        }}
      >
        {isDiscarded ? 'Undo' : 'Discard it'}
      </button>{' '}
      <button type="button" className="text-button" onClick={() => setClosed(true)}>
        Hide this note
      </button>
    </p>
  );
}

interface PresenceNotesProps {
  presence: Presence;
  /** The merge is under way, or another save. */
  isBusy: boolean;
  onMerge(): void;
}

/** Who else writes in the file, and whether it is another one by now. */
export function PresenceNotes({ presence: { others, isChanged }, isBusy, onMerge }: PresenceNotesProps) {
  return (
    <div role="status">
      {others.length > 0 && (
        <p className="write-note">
          {describeOthers(others)} unsaved changes in this file. If both of you save, both changes are brought
          together.
        </p>
      )}
      {isChanged && !isBusy && (
        <p className="write-note">
          This file was changed by someone else.
          <button type="button" className="text-button" onClick={onMerge}>
            Merge now
          </button>
        </p>
      )}
    </div>
  );
}

function describeOthers(others: OtherWriter[]): string {
  const names = others.map(({ name, email }) => name ?? email);
  return `${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'has' : 'have'}`;
}
