import { useCallback, useEffect, useState } from 'react';
import { loadClient } from '../../../session/client.ts';
import { readSettings, saveSettings } from '../../data/running-settings.ts';

/** The runner's highest heart rate by their own word, and the way to say it. Without settings the zones use the run's own. */
export function useHighestHeartRate(isOwn: boolean) {
  const [stated, setStated] = useState<number>();
  useEffect(() => {
    if (!isOwn) return;
    let isCurrent = true;
    loadClient()
      .then(readSettings)
      .then(
        ({ highestHeartRate }) => isCurrent && setStated(highestHeartRate),
        () => {},
      );
    return () => {
      isCurrent = false;
    };
  }, [isOwn]);
  const state = useCallback(async (highestHeartRate: number | undefined) => {
    await saveSettings(await loadClient(), { highestHeartRate });
    setStated(highestHeartRate);
  }, []);
  return { stated, state };
}
