import type { ReactNode } from 'react';

/** Stays in place and can keep the focus while it waits; the form ignores what is pressed meanwhile. */
export function SubmitButton({ pending, children }: { pending: boolean; children: ReactNode }) {
  return (
    <button type="submit" className="button" aria-disabled={pending || undefined}>
      {pending ? 'One moment …' : children}
    </button>
  );
}
