import { useEffect, useState } from 'react';
import type { Unit } from '../../../running/units.ts';
import { readUnit, settleUnit, showUnit, useShownUnit } from '../../runtime/unit-choice.ts';
import { type RunningSettings, saveSettings } from '../data/running-settings.ts';
import type { FoundRuns } from '../find-runs.ts';

/** Kilometers or miles: the choice on this page, or that of the address, the account or the browser. The account keeps a choice. */
export function useUnit(
  asked: Unit | undefined,
  own: FoundRuns['own'],
  applySettings: (changes: Partial<RunningSettings>) => void,
): Unit {
  const shown = useShownUnit();
  const [ofBrowser] = useState(readUnit);
  const chosen = shown?.isChosen ? shown.unit : undefined;
  const unit = chosen ?? asked ?? own?.settings.unit ?? ofBrowser;
  useEffect(() => showUnit(unit), [unit]);
  useEffect(() => settleUnit, []);
  const client = own?.client;
  const saved = own?.settings.unit;
  useEffect(() => {
    if (!client || chosen === undefined || chosen === saved) return;
    saveSettings(client, { unit: chosen }).then(
      () => applySettings({ unit: chosen }),
      (error: unknown) => console.warn('The unit could not be saved.', error),
    );
  }, [client, chosen, saved, applySettings]);
  return unit;
}
