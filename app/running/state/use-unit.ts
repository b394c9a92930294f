import { useState } from 'react';
import type { Unit } from '../../../running/units.ts';
import { readLocalStorage, writeLocalStorage } from '../../runtime/local-storage.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { type RunningSettings, saveSettings } from '../data/running-settings.ts';

const storageKey = 'running-unit';

/** Kilometres or miles: by the address, the last choice (of the account or this browser), or the browser's language. */
export function useUnit(
  asked: Unit | undefined,
  own: { client: SiteClient; settings: RunningSettings } | undefined,
): [Unit, (unit: Unit) => void] {
  const [chosen, setChosen] = useState<Unit>();
  const [stored] = useState(() => toUnit(readLocalStorage(storageKey)));
  const unit = chosen ?? asked ?? own?.settings.unit ?? stored ?? defaultUnit();
  function choose(next: Unit) {
    setChosen(next);
    writeLocalStorage(storageKey, next);
    if (own)
      saveSettings(own.client, { unit: next }).catch((error: unknown) =>
        console.warn('The unit could not be saved.', error),
      );
  }
  return [unit, choose];
}

function toUnit(text: string | null): Unit | undefined {
  return text === 'km' || text === 'mi' ? text : undefined;
}

function defaultUnit(): Unit {
  return navigator.language === 'en-US' ? 'mi' : 'km';
}
