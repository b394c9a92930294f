import { useCallback, useEffect, useState } from 'react';
import { useLatest } from '../../../runtime/use-latest.ts';
import { loadClient } from '../../../session/client.ts';
import { readSettings, saveSettings } from '../../data/running-settings.ts';

/** The runner's highest heart rate by their own word, and the way to say it. Without settings the zones use the run's own. */
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
      // What was read before it was saved is no longer so.
      begin();
      setStated(highestHeartRate);
    },
    [begin],
  );
  return { stated, state };
}
