import { startTransition, useEffect, useState } from 'react';
import { nextTask } from '../runtime/next-task.ts';

/** A part of the page that is fetched on its own, with what to do when that failed. */
export function useModule<Module>(load: () => Promise<Module>): [Module | 'failed' | undefined, () => void] {
  const [module, setModule] = useState<Module | 'failed'>();
  useEffect(() => {
    let isCurrent = true;
    nextTask()
      .then(load)
      .then(
        (loaded) => isCurrent && startTransition(() => setModule(() => loaded)),
        (error: unknown) => {
          console.warn('A part of the page could not be loaded.', error);
          if (isCurrent) setModule('failed');
        },
      );
    return () => {
      isCurrent = false;
    };
  }, [load]);
  return [module, loadPageAgain];
}

/** Some browsers remember for as long as a page lives that a module could not be had: only a new page asks again. The state is in the address. */
function loadPageAgain(): void {
  location.reload();
}
