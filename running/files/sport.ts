import type { Sport } from '../run.ts';

// Words for a run in the files and exports of Strava, Garmin, Polar, Suunto, COROS and Apple, in the languages of Strava's exports.
const running =
  /(run(ning|s)?|treadmill|jog(ging)?|lauf(en)?|course|correr|carrera|corrida|corsa|hardlopen|bieg)\b/;
const undecided = /^(|other|unknown|generic|workout|sport|fitness.?equipment|all|default|training)$/;

/** Strava writes numbers into its GPX files; 9 is a run there. */
const stravaRun = '9';

export function toSport(name: string): Sport {
  const plain = name.trim().toLowerCase().replaceAll(/[_-]/g, ' ');
  if (plain === stravaRun || running.test(plain)) return 'run';
  return undecided.test(plain) ? 'unknown' : 'other';
}
