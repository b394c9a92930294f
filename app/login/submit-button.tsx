import type { ReactNode } from 'react';

/** Keeps its place and the focus while the form is pending; the form ignores further presses. */
export function SubmitButton({ pending, children }: { pending: boolean; children: ReactNode }) {
  return (
    <button type="submit" className="button" aria-disabled={pending || undefined}>
      {pending ? 'One moment …' : children}
    </button>
  );
}
