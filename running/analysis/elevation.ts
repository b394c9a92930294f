import type { Track } from '../run.ts';

/** Seconds to each side over which heights are averaged. */
const halfWindow = 10;
/** Meters that a climb has to have before it counts: less is the noise of the sensor. */
const threshold = 2;

export interface Elevation {
  /** Meters above the sea at each point, smoothed. */
  smooth: Float32Array;
  gain: number;
  loss: number;
}

/** Undefined when fewer than half of the points know their height. */
export function measureElevation({ time, elevation }: Track): Elevation | undefined {
  const known = elevation.reduce((count, metres) => (Number.isNaN(metres) ? count : count + 1), 0);
  if (known < 2 || known < elevation.length / 2) return undefined;
  const smooth = smoothOut(time, elevation);
  return { smooth, ...sumClimbs(smooth) };
}

/** The mean of the known heights around each point; a point with none around it has the height of the one before. */
function smoothOut(time: Float64Array, elevation: Float32Array): Float32Array {
  const result = new Float32Array(elevation.length);
  let from = 0;
  let to = 0;
  let sum = 0;
  let count = 0;
  const add = (point: number, sign: 1 | -1) => {
    const metres = elevation[point] ?? Number.NaN;
    if (Number.isNaN(metres)) return;
    sum += sign * metres;
    count += sign;
  };
  let last = elevation.find((metres) => !Number.isNaN(metres)) ?? 0;
  for (let point = 0; point < elevation.length; point += 1) {
    const now = time[point] ?? 0;
    for (; to < elevation.length && (time[to] ?? 0) <= now + halfWindow; to += 1) add(to, 1);
    for (; (time[from] ?? 0) < now - halfWindow; from += 1) add(from, -1);
    if (count > 0) last = sum / count;
    result[point] = last;
  }
  return result;
}

/**
 * Adds up the full heights between turning points. A top is one as soon as the line is lower by more than the noise, a bottom likewise:
 * smaller ups and downs between two of them change nothing.
 */
function sumClimbs(smooth: Float32Array): { gain: number; loss: number } {
  let gain = 0;
  let loss = 0;
  let lowest = smooth[0] ?? 0;
  let highest = lowest;
  let isClimbing: boolean | undefined;
  for (const metres of smooth) {
    lowest = Math.min(lowest, metres);
    highest = Math.max(highest, metres);
    if (isClimbing !== false && highest - metres >= threshold) {
      if (isClimbing) gain += highest - lowest;
      isClimbing = false;
      lowest = metres;
    } else if (isClimbing !== true && metres - lowest >= threshold) {
      if (isClimbing === false) loss += highest - lowest;
      isClimbing = true;
      highest = metres;
    }
  }
  if (isClimbing === true) gain += highest - lowest;
  if (isClimbing === false) loss += highest - lowest;
  return { gain, loss };
}
