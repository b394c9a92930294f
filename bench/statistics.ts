export function median(values: number[]): number {
  return percentile(values, 50);
}

/** The smallest value that at least `percent` of the values do not exceed; for an even median, the mean of the middle two. */
export function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = (percent / 100) * sorted.length;
  const low = sorted[Math.max(0, Math.ceil(rank) - 1)];
  if (low === undefined) throw new Error('There is no percentile of no values.');
  if (percent !== 50 || sorted.length % 2 === 1) return low;
  return (low + (sorted[rank] ?? low)) / 2;
}
