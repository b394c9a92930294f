/**
 * The value of a curve where its other axis is `target`. `index` is the first point whose axis is not below the target, so that the
 * answer lies between it and the one before.
 */
export function interpolateAt(
  axis: Float64Array,
  values: ArrayLike<number>,
  index: number,
  target: number,
): number {
  const end = axis[index] ?? 0;
  const endValue = values[index] ?? 0;
  if (index === 0) return endValue;
  const start = axis[index - 1] ?? 0;
  const startValue = values[index - 1] ?? 0;
  const share = end > start ? (target - start) / (end - start) : 1;
  return startValue + (endValue - startValue) * Math.min(1, Math.max(0, share));
}
