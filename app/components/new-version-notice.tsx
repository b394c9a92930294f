import { useWords } from '../current-site.ts';

/** Offers to load the new build. */
export function NewVersionNotice({ onReload, onDismiss }: { onReload: () => void; onDismiss: () => void }) {
  const words = useWords();
  return (
    <div className="version-notice" role="status">
      <span>{words.newVersion}</span>
      <button type="button" className="link-button" onClick={onReload}>
        {words.reload}
      </button>
      <button type="button" aria-label={words.dismiss} onClick={onDismiss}>
        ✕
      </button>
    </div>
  );
}
