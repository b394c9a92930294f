/** The text of the drop zone, which also reserves its space while the component is loading. */
export const dropInvitation = 'Drop your runs here, or';
export const dropHint =
  'GPX, TCX and FIT files, zipped or not, as many as you like, or a full export from Strava, Garmin or Apple Health. The files are read on this device, and your runs stay private until you publish them.';

/** An invisible placeholder as high as the import will be on this screen, so that the content below does not move. */
export function ImportPlaceholder({ hasRuns }: { hasRuns: boolean }) {
  return (
    <div className="import-box runs-unseen" aria-hidden="true">
      {hasRuns ? (
        <span className="button">Import runs</span>
      ) : (
        <div className="drop-zone">
          <p className="drop-words">
            <span className="drop-invitation">{dropInvitation}</span>
            <span className="drop-buttons">
              <span className="button">Choose files</span>
            </span>
          </p>
          <p className="label">{dropHint}</p>
        </div>
      )}
      {hasRuns && <LastImportPlaceholder />}
    </div>
  );
}

/** A user with runs has imported them, so the note about the last import will appear here. */
export function LastImportPlaceholder() {
  return (
    <p className="label last-import runs-unseen" aria-hidden="true">
      Last import
    </p>
  );
}
