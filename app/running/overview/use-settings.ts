import { useState } from 'react';
import { toMessage } from '../data/running-fault.ts';
import { type RunningSettings, saveSettings } from '../data/running-settings.ts';
import type { FoundRuns } from '../find-runs.ts';

type Changes = Partial<RunningSettings>;

/** The stored settings with optimistic updates: a change is shown at once, and reverted with an error message when saving fails. */
export function useSettings({ own }: FoundRuns, onSaved: (changes: Changes) => void) {
  const [fault, setFault] = useState<string>();
  const [unsaved, setUnsaved] = useState<Changes[]>([]);
  async function save(changes: Changes): Promise<boolean> {
    if (!own) return false;
    setFault(undefined);
    setUnsaved((before) => [...before, changes]);
    try {
      await saveSettings(own.client, changes);
      onSaved(changes);
      return true;
    } catch (error) {
      setFault(toMessage(error));
      return false;
    } finally {
      setUnsaved((before) => before.filter((each) => each !== changes));
    }
  }
  const settings: RunningSettings | undefined = own && Object.assign({}, own.settings, ...unsaved);
  return { settings, fault, save };
}
