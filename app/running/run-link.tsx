import type { ReactNode } from 'react';
import { hrefOfRun } from './run/run-address.ts';

/** A link to one run. Its address is made on demand, so that it has the current filters. */
export function RunLink({ id, children }: { id: string; children: ReactNode }) {
  const refresh = ({ currentTarget }: { currentTarget: HTMLAnchorElement }) => {
    currentTarget.href = hrefOfRun(location.search, id);
  };
  return (
    <a href={hrefOfRun('', id)} onPointerDown={refresh} onKeyDown={refresh}>
      {children}
    </a>
  );
}
