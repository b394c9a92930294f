import { useCallback, useEffect, useState } from 'react';
import { useLatest } from '../../../runtime/use-latest.ts';
import { loadClient } from '../../../session/client.ts';
import { readSettings, saveSettings } from '../../data/running-settings.ts';

/** The maximum heart rate that the runner has set, and the function to set it. Without one the zones use the maximum of the run. */
export function useHighestHeartRate(isOwn: boolean) {
  const [stated, setStated] = useState<number>();
  const begin = useLatest();
  useEffect(() => {
    if (!isOwn) return;
    const isLatest = begin();
    loadClient()
      .then(readSettings)
      .then(
        ({ highestHeartRate }) => isLatest() && setStated(highestHeartRate),
        () => {},
      );
  }, [isOwn, begin]);
  const state = useCallback(
    async (highestHeartRate: number | undefined) => {
      await saveSettings(await loadClient(), { highestHeartRate });
      // A value that was read before the save is out of date.
      begin();
      setStated(highestHeartRate);
    },
    [begin],
  );
  return { stated, state };
}
