import { paceOf, timeFor, toClock, toSeconds } from '../../../running/pace.ts';
import { metresIn, type Unit } from '../../../running/units.ts';

/** The text of the four fields, as it was typed. */
export interface PaceForm {
  distance: string;
  unit: Unit;
  time: string;
  /** Per `unit`. */
  pace: string;
}

export const firstForm: PaceForm = { distance: '10', unit: 'km', time: '50:00', pace: '5:00' };

/** Meters, or undefined while the field holds no distance between 10 m and 1,000 km. */
export function metresOf({ distance, unit }: Pick<PaceForm, 'distance' | 'unit'>): number | undefined {
  const text = distance.trim().replace(',', '.');
  if (!/^\d+(\.\d*)?$|^\.\d+$/.test(text)) return undefined;
  const metres = Number(text) * metresIn(unit);
  return metres >= 10 && metres <= 1_000_000 ? metres : undefined;
}

/** Sets the time and recalculates the pace over the same distance. */
export function withTime(form: PaceForm, time: string): PaceForm {
  const metres = metresOf(form);
  const seconds = toSeconds(time);
  if (metres === undefined || seconds === undefined) return { ...form, time };
  return { ...form, time, pace: toClock(paceOf(metres, seconds, metresIn(form.unit))) };
}

/** Sets the pace and recalculates the time over the same distance. */
export function withPace(form: PaceForm, pace: string): PaceForm {
  const metres = metresOf(form);
  const seconds = toSeconds(pace);
  if (metres === undefined || seconds === undefined) return { ...form, pace };
  return { ...form, pace, time: toClock(timeFor(metres, seconds, metresIn(form.unit))) };
}

/** Sets the distance and recalculates the time at the same pace. */
export function withDistance(form: PaceForm, distance: string): PaceForm {
  return withPace({ ...form, distance }, form.pace);
}

/** Converts distance and pace to another unit. */
export function withUnit(form: PaceForm, unit: Unit): PaceForm {
  const metres = metresOf(form);
  if (metres === undefined) return { ...form, unit };
  return withTime({ ...form, unit, distance: toDistance(metres, unit) }, form.time);
}

/**
 * Takes over the content of the fields at hydration, as if they had been changed one after the other: where time and pace do not agree, the
 * time wins.
 */
export function takeOver(form: PaceForm, found: Record<keyof PaceForm, string>): PaceForm {
  let next = form;
  if (found.unit !== form.unit) next = withUnit(next, found.unit === 'mi' ? 'mi' : 'km');
  if (found.distance !== form.distance) next = withDistance(next, found.distance);
  if (found.pace !== form.pace) next = withPace(next, found.pace);
  if (found.time !== form.time) next = withTime(next, found.time);
  return next;
}

/** At most three decimals, without trailing zeros: `42.195`, `26.219`, `10`. */
export function toDistance(metres: number, unit: Unit): string {
  return String(Number((metres / metresIn(unit)).toFixed(3)));
}
