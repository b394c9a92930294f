import { useEffect, useState } from 'react';
import { joinChannel } from '../live/join-channel.ts';
import { readWhenTold } from '../live/read-when-told.ts';
import { readLiveVisitors } from './read-report.ts';
import { pace } from './use-report.ts';

export interface LiveFigures {
  /** Visitors of the last five minutes; undefined until the first answer. */
  readers: number | undefined;
  /** `live`: views are shown as they come. `lost`: every half minute. Undefined until one of them is known. */
  state: 'live' | 'lost' | undefined;
}

/** Readers leave without a message. The database sends messages only while it is asked. */
const readersEveryMs = 15_000;
/** Also while messages arrive: a server may have lost one, and a day may have ended. */
const reportEveryMs = 30_000;

/** Calls `refresh` when views came, as the database says, and every half minute while the page is visible. */
export function useLiveFigures(refresh: () => void): LiveFigures {
  const [readers, setReaders] = useState<number>();
  const [state, setState] = useState<LiveFigures['state']>();

  useEffect(() => {
    let isLeft = false;
    async function read(): Promise<void> {
      if (document.hidden) return;
      const count = await readLiveVisitors();
      if (!isLeft && count !== undefined) setReaders(count);
    }
    const reading = readWhenTold(read, pace);
    const onMessage = () => {
      refresh();
      reading.again();
    };
    const onVisibility = () => document.hidden || onMessage();
    reading.begin();
    const timers = [
      setInterval(reading.again, readersEveryMs),
      setInterval(() => document.hidden || refresh(), reportEveryMs),
    ];
    document.addEventListener('visibilitychange', onVisibility);
    const leave = joinChannel({ topic: 'site-stats', onMessage, onState: (now) => isLeft || setState(now) });
    return () => {
      isLeft = true;
      timers.forEach(clearInterval);
      reading.stop();
      document.removeEventListener('visibilitychange', onVisibility);
      leave();
    };
  }, [refresh]);

  return { readers, state };
}
