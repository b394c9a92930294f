import { maxNoteLength } from './local-shortlist.ts';

interface NoteFieldProps {
  name: string;
  note: string;
  onNote: (note: string) => void;
}

/** A note about a name, saved on blur. */
export function NoteField({ name, note, onNote }: NoteFieldProps) {
  return (
    <input
      className="note-field"
      type="text"
      key={note}
      defaultValue={note}
      maxLength={maxNoteLength}
      placeholder="A note"
      aria-label={`Note on ${name}`}
      autoComplete="off"
      dir="auto"
      onBlur={(event) => event.currentTarget.value !== note && onNote(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}
