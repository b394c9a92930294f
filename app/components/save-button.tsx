import type { ReactNode } from 'react';

interface SaveButtonProps {
  pending: boolean;
  saved: boolean;
  children: ReactNode;
}

/** A submit button that announces success, also to screen readers. */
export function SaveButton({ pending, saved, children }: SaveButtonProps) {
  return (
    <p className="save-row">
      <button type="submit" className="button" aria-disabled={pending || undefined}>
        {pending ? 'One moment …' : children}
      </button>
      <span role="status">{saved && 'Saved.'}</span>
    </p>
  );
}
