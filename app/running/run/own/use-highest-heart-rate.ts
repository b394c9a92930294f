import { useCallback, useEffect, useState } from 'react';
import { useLatest } from '../../../runtime/use-latest.ts';
import { loadClient } from '../../../session/client.ts';
import { readSettings, saveSettings } from '../../data/running-settings.ts';

/** The maximum heart rate that the runner has set, and the function to set it. Not known until the settings are read. */
export function useHighestHeartRate(isOwn: boolean) {
  const [stated, setStated] = useState<number>();
  const [isKnown, setKnown] = useState(!isOwn);
  const begin = useLatest();
  useEffect(() => {
    if (!isOwn) return;
    const isLatest = begin();
    loadClient()
      .then(readSettings)
      .then(
        ({ highestHeartRate }) => isLatest() && setStated(highestHeartRate),
        () => {},
      )
      .finally(() => setKnown(true));
  }, [isOwn, begin]);
  const state = useCallback(
    async (highestHeartRate: number | undefined) => {
      await saveSettings(await loadClient(), { highestHeartRate });
      // A value that was read before the save is out of date.
      begin();
      setStated(highestHeartRate);
      setKnown(true);
    },
    [begin],
  );
  return { isKnown, stated, state };
}
