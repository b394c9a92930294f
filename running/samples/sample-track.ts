import { createPlane } from '../analysis/geometry.ts';
import { createTrack, type Track } from '../run.ts';
import { createRandom } from './random.ts';

interface SampleTrack {
  metres: number;
  speed: number;
  /** Which of a few loops, so that some routes come again. */
  shape: number;
  random: () => number;
}

/** A park and the streets around it; there are no homes where the loops begin. */
const park = { latitude: 51.4412, longitude: -0.2741 };
const secondsPerPoint = 2;

/** A loop with bends, a hill, a heart that follows effort, and one wait at a light. */
export function createSampleTrack({ metres, speed, shape, random }: SampleTrack): Track {
  const count = Math.ceil(metres / speed / secondsPerPoint) + 1;
  const waitAt = Math.floor(count * (0.3 + 0.4 * random()));
  const track = createTrack(count, [waitAt]);
  const plane = createPlane(park);
  const place = createLoop(shape, metres);
  const phase = random() * 6;
  let way = 0;
  let beats = 95;
  for (let point = 0; point < count; point += 1) {
    const share = point / (count - 1);
    const height = heightAt(share, shape);
    const slope = heightAt(Math.min(1, share + 0.01), shape) - height;
    const pace = 1 + 0.05 * Math.sin(share * 25 + phase) - 0.015 * slope;
    if (point > 0) way += speed * pace * secondsPerPoint;
    const { east, north } = place(way);
    const position = plane.toPosition(east + wander(random), north + wander(random));
    beats += (speed * 47 + 16 * share + slope * 4 - beats) * 0.02 + (random() - 0.5);
    track.time[point] = point * secondsPerPoint + (point >= waitAt ? 35 : 0);
    track.latitude[point] = position.latitude;
    track.longitude[point] = position.longitude;
    track.elevation[point] = 24 + height;
    track.distance[point] = way;
    track.heartRate[point] = Math.round(beats);
    track.cadence[point] = Math.round(158 + speed * 5 + 3 * (random() - 0.5));
  }
  return track;
}

/** A closed curve whose round has the length of the run: a few slow waves around a long circle, as streets around a park. */
function createLoop(shape: number, metres: number): (way: number) => { east: number; north: number } {
  const random = createRandom(1000 + shape);
  const waves = [2, 3, 5, 7].map((count) => ({
    count,
    phase: random() * 6.3,
    size: (0.5 * random()) / count,
  }));
  const flat = 0.45 + 0.4 * random();
  const turn = random() * 6.3;
  const at = (angle: number) => {
    const radius = waves.reduce(
      (sum, { count, phase, size }) => sum + size * Math.sin(angle * count + phase),
      1,
    );
    const [long, short] = [radius * Math.cos(angle), flat * radius * Math.sin(angle)];
    return {
      east: long * Math.cos(turn) - short * Math.sin(turn),
      north: long * Math.sin(turn) + short * Math.cos(turn),
    };
  };
  // How far along the curve each angle lies, so that the runner keeps an even pace on it.
  const steps = 720;
  const lengths = [0];
  for (let step = 1; step <= steps; step += 1) {
    const here = at((step / steps) * 2 * Math.PI);
    const before = at(((step - 1) / steps) * 2 * Math.PI);
    lengths.push((lengths[step - 1] ?? 0) + Math.hypot(here.east - before.east, here.north - before.north));
  }
  const round = lengths[steps] ?? 1;
  const size = metres / round;
  const origin = at(0);
  let step = 1;
  return (way) => {
    const target = ((way / metres) % 1) * round;
    // Runners move forward: the search continues where it ended, and restarts only after a whole round.
    if (target < (lengths[step - 1] ?? 0)) step = 1;
    while (step < steps && (lengths[step] ?? 0) < target) step += 1;
    const before = lengths[step - 1] ?? 0;
    const share = (target - before) / ((lengths[step] ?? 1) - before || 1);
    const { east, north } = at(((step - 1 + share) / steps) * 2 * Math.PI);
    return { east: (east - origin.east) * size, north: (north - origin.north) * size };
  };
}

function heightAt(share: number, shape: number): number {
  const rise = 14 + shape * 4;
  return rise * (1 - Math.cos(share * 2 * Math.PI)) * 0.5 + 4 * Math.sin(share * 6 * Math.PI) ** 2;
}

/** Meters that a receiver errs from second to second. */
function wander(random: () => number): number {
  return (random() - 0.5) * 1.2;
}
