import type { OtherWriter } from '../content-data.ts';
import type { Presence } from './use-presence.ts';

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
