import type { ReactNode } from 'react';

interface SaveButtonProps {
  pending: boolean;
  saved?: boolean;
  /** Closes the form without saving. */
  onCancel?: () => void;
  children: ReactNode;
}

/** A submit button that announces success, also to screen readers. */
export function SaveButton({ pending, saved = false, onCancel, children }: SaveButtonProps) {
  return (
    <p className="save-row">
      <button type="submit" className="button" aria-disabled={pending || undefined}>
        {pending ? 'One moment …' : children}
      </button>
      {onCancel && (
        <button type="button" className="text-button" onClick={() => onCancel()}>
          Cancel
        </button>
      )}
      <span role="status">{saved && 'Saved.'}</span>
    </p>
  );
}
