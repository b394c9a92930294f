/** Day and hour of a moment where the owner lives. */
export interface LocalTime {
  day: string;
  hour: number;
}

export function createLocalClock(timeZone: string, now: () => number = Date.now): () => LocalTime {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  // Formatting takes longer than everything else about a view, and an hour is the same for all of its minutes.
  let minute = Number.NaN;
  let kept: LocalTime = { day: '', hour: 0 };
  return () => {
    const current = Math.floor(now() / 60_000);
    if (current === minute) return kept;
    const parts = new Map(format.formatToParts(current * 60_000).map(({ type, value }) => [type, value]));
    minute = current;
    kept = {
      day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
      hour: Number(parts.get('hour')),
    };
    return kept;
  };
}
