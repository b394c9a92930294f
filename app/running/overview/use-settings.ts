import { useState } from 'react';
import { RunningFault } from '../data/running-fault.ts';
import { type RunningSettings, saveSettings } from '../data/running-settings.ts';
import type { FoundRuns } from '../find-runs.ts';

/** Changes of settings are seen at once; one that could not be kept is taken back, with words. */
export function useSettings(runs: FoundRuns, replace: (runs: FoundRuns) => void) {
  const [fault, setFault] = useState<string>();
  async function save(changes: Partial<RunningSettings>): Promise<boolean> {
    const { own } = runs;
    if (!own) return false;
    replace({ ...runs, own: { ...own, settings: { ...own.settings, ...changes } } });
    try {
      await saveSettings(own.client, changes);
      setFault(undefined);
      return true;
    } catch (error) {
      replace(runs);
      setFault(wordsOf(error));
      return false;
    }
  }
  return { fault, save };
}

/** What a reader is told of an error. */
export function wordsOf(error: unknown): string {
  if (error instanceof RunningFault) return error.message;
  console.error(error);
  return 'Something went wrong here. Please reload the page and try again.';
}
