import { addDays, dayOfWeek, daysBetween } from '../day.ts';
import { nothingStated, type Run } from '../run.ts';
import { createRandom } from './random.ts';
import { createSampleTrack } from './sample-track.ts';

/** More than a year, so that there is a year before to compare with. */
export const sampleWeeks = 58;

export interface SampleOptions {
  seed?: number;
  /** The last day that may have a run: `2024-05-01`. */
  until: string;
  /** How many weeks back the runs begin. */
  weeks?: number;
}

interface Kind {
  name: string;
  notes: string;
  gear: string;
  kilometres: [number, number];
  /** Meters a second of an average runner. */
  speed: number;
  hour: number;
}

const easy: Kind = {
  name: 'Easy run',
  notes: '',
  gear: 'Blue everyday shoes',
  kilometres: [5, 9],
  speed: 2.8,
  hour: 7,
};
/** The runs of a week, by the day counted from Monday. */
const week: readonly (Kind | undefined)[] = [
  undefined,
  easy,
  {
    ...easy,
    name: 'Intervals',
    notes: '6 × 800 m',
    gear: 'Red racing shoes',
    kilometres: [8, 10],
    speed: 3.4,
    hour: 18,
  },
  undefined,
  { ...easy, name: 'After work', hour: 17 },
  undefined,
  { ...easy, name: 'Long run', kilometres: [13, 21], speed: 2.65, hour: 9 },
];

/**
 * Generated runs, so that an owner can judge the page before the first import. Their source is `sample`: a page shows that and can
 * remove them by it. The run of a day depends on the day and the seed alone, so that its address stays valid.
 */
export function createSampleRuns({ seed = 1, until, weeks = 40 }: SampleOptions): Run[] {
  const first = addDays(until, -7 * weeks);
  const days = Array.from({ length: daysBetween(first, until) + 1 }, (_, index) => addDays(first, index));
  return days.flatMap((day) => createSampleRun(day, seed) ?? []);
}

/** The run of one day; undefined when the plan or the weather gave the day off. */
export function createSampleRun(day: string, seed = 1): Run | undefined {
  const kind = week[dayOfWeek(day, 'monday')];
  const date = daysBetween('1970-01-01', day);
  const random = createRandom(seed * 100_000 + date);
  const isLeftOut = random() < 0.18;
  if (!kind || isLeftOut) return undefined;
  const shape = Math.floor(random() * 9);
  const [least, most] = kind.kilometres;
  const metres = (least + (most - least) * random()) * 1000;
  const speed = kind.speed * formOn(date) * (0.97 + 0.06 * random());
  const minutes = Math.floor(random() * 50);
  const start = Date.parse(day) + (kind.hour * 60 + minutes) * 60_000;
  return toRun(kind, { start, speed, metres, shape, random });
}

/** Form comes with the months and goes again: it is best every third autumn. */
function formOn(date: number): number {
  return 1 + 0.03 * (1 - Math.cos(((date - bestForm) / betweenForms + 0.5) * 2 * Math.PI));
}

/** In days since 1970: an October, and three years. */
const bestForm = 20_743;
const betweenForms = 1096;

interface Draw {
  start: number;
  speed: number;
  metres: number;
  shape: number;
  random: () => number;
}

function toRun(kind: Kind, { start, speed, metres, shape, random }: Draw): Run {
  return {
    name: kind.name,
    notes: kind.notes,
    sport: 'run',
    sportName: 'Run',
    start,
    utcOffset: 0,
    source: 'sample',
    device: undefined,
    gear: kind.gear,
    track: createSampleTrack({ speed, metres, shape, random }),
    laps: [],
    stated: { ...nothingStated },
  };
}
