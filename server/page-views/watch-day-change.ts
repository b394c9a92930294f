/** Calls back after midnight. A long timer would miss it while the machine sleeps, so the clock is checked every minute. */
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
