/** Calls back when a day has turned. A long timer would miss it while a machine sleeps, so the clock is looked at every minute. */
export function watchDayChange<Day>(day: () => Day, onTurn: () => void, everyMs = 60_000): { close(): void } {
  let known = day();
  const timer = setInterval(() => {
    const current = day();
    if (current === known) return;
    known = current;
    onTurn();
  }, everyMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
