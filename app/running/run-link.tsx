import type { ReactNode } from 'react';
import { hrefOfRun } from './run/run-address.ts';

/** The way to one run. The address is made when it is needed: by then the filters in it are those of the moment. */
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
