/** Offers to load the new build. */
export function NewVersionNotice({ onReload, onDismiss }: { onReload: () => void; onDismiss: () => void }) {
  return (
    <div className="version-notice" role="status">
      <span>A new version is ready:</span>
      <button type="button" className="link-button" onClick={onReload}>
        reload
      </button>
      <button type="button" aria-label="Dismiss" onClick={onDismiss}>
        ✕
      </button>
    </div>
  );
}
