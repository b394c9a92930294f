import { type ReactNode, useEffect } from 'react';

/** Hydration runs in slices; an effect of the outermost component shows that all of it is done. */
export function WhenHydrated({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then]);
  return children;
}
