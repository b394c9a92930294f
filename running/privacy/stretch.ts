import type { Track } from '../run.ts';

/** Points from one index up to, not including, another. */
export interface Stretch {
  from: number;
  to: number;
}

/** A GPS gap up to this long is a tunnel; after a longer one the runner's route is unknown. */
const maxTunnelSeconds = 60;

/**
 * The longest stretches in which every known position is visible and joined to the one before. Points without a position stay inside a
 * stretch, never at its ends: a watch that finds its signal late would show how long the first steps took.
 */
export function findStretches(
  { time, latitude }: Track,
  { from, to }: Stretch,
  isVisible: (point: number) => boolean,
  isJoined: (before: number, point: number) => boolean,
): Stretch[] {
  const stretches: Stretch[] = [];
  let current: Stretch | undefined;
  for (let point = from; point < to; point += 1) {
    if (Number.isNaN(latitude[point])) continue;
    if (!isVisible(point)) {
      current = undefined;
      continue;
    }
    const before: number = current ? current.to - 1 : point;
    const isTunnel = point - before > 1 && (time[point] ?? 0) - (time[before] ?? 0) > maxTunnelSeconds;
    if (current && !isTunnel && isJoined(before, point)) {
      current.to = point + 1;
    } else {
      current = { from: point, to: point + 1 };
      stretches.push(current);
    }
  }
  return stretches;
}
