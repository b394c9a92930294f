/** CPU time of this thread in milliseconds. A question that waits for a busy machine keeps its time. */
export function readCpuClock(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
