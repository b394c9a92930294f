import { type ReactNode, useEffect } from 'react';

/** Hydration is done in slices; an effect of the outermost component is the sign that all of it has happened. */
export function WhenHydrated({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then]);
  return children;
}
