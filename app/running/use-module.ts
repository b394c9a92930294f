import { startTransition, useEffect, useState } from 'react';
import { nextTask } from '../runtime/next-task.ts';

/** Loads a part of the page as a chunk, with a function to retry after a failure. */
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

/** Some browsers cache a failed module import for the lifetime of the page, so only a reload tries again. The state is in the address. */
function loadPageAgain(): void {
  location.reload();
}
