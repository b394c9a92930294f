/** Day and hour of a moment in the owner's time zone. */
export interface LocalTime {
  day: string;
  hour: number;
}

export function createLocalClock(timeZone: string, now: () => number = Date.now): () => LocalTime {
  const read = timeZone === 'UTC' ? readUtc : createZoneReader(timeZone);
  // The result is cached per minute, because formatting takes longer than everything else about a view.
  let minute = Number.NaN;
  let cached: LocalTime = { day: '', hour: 0 };
  return () => {
    const current = Math.floor(now() / 60_000);
    if (current === minute) return cached;
    minute = current;
    cached = read(current * 60_000);
    return cached;
  };
}

/** Without Intl.DateTimeFormat, which is slow to create. */
function readUtc(moment: number): LocalTime {
  const [day = '', time = ''] = new Date(moment).toISOString().split('T');
  return { day, hour: Number(time.slice(0, 2)) };
}

function createZoneReader(timeZone: string): (moment: number) => LocalTime {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
    return {
      day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
      hour: Number(parts.get('hour')),
    };
  };
}
