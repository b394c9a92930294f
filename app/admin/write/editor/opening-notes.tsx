import { useState } from 'react';
import { formatDateTime } from '../../../format/date-time.ts';

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
