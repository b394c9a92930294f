import type { Sport } from '../run.ts';

/**
 * Words for a run at the end of a word, so that a trail run and a Waldlauf are found: of the files and exports of Strava, Garmin, Polar,
 * Suunto, COROS and Apple, in the languages of their apps.
 */
const running = new RegExp(
  `(${[
    ...[
      'run',
      'runs',
      'running',
      'runner',
      'treadmill',
      'jog',
      'jogging',
      'race',
      'ultra',
      'trail',
      'orienteering',
    ],
    ...['lauf', 'laufen', 'laufband', 'wettkampf', 'course', 'course à pied', 'course a pied', 'jogging'],
    ...['correr', 'carrera', 'carreras', 'corrida', 'corridas', 'corsa', 'correre', 'córrer', 'cursa'],
    ...[
      'hardlopen',
      'hardloop',
      'löpning',
      'löpträning',
      'løb',
      'løbetur',
      'løping',
      'løpetur',
      'løp',
      'hlaup',
    ],
    ...['bieg', 'bieganie', 'běh', 'běhání', 'beh', 'behanie', 'tek', 'trčanje', 'alergare', 'futás', 'koşu'],
    ...[
      'juoksu',
      'juokseminen',
      'jooksmine',
      'jooks',
      'skriešana',
      'bėgimas',
      'lari',
      'berlari',
      'chạy',
      'chạy bộ',
    ],
    ...[
      'бег',
      'біг',
      'бягане',
      'трчање',
      'пробежка',
      'τρέξιμο',
      'ריצה',
      'جري',
      'الجري',
      'الركض',
      'दौड़',
      'दौड़ना',
    ],
  ].join('|')})(?![\\p{L}\\p{M}])`,
  'u',
);
/** In scripts without spaces between words. */
const runningInside = /跑|ランニング|ジョギング|マラソン|달리기|러닝|조깅|วิ่ง/;
/** A ski run and a bike race are none, and a Langlauf is on skis. */
const notOnFoot =
  /ski|snow|langlauf|eislauf|schlittschuh|skat|sled|luge|bike|biking|cycl|(^| )(ride|rad|row)|swim|paddl|wheel|motor|滑雪|スキー|스키/;
/** What names no sport in particular. */
const undecided =
  /^(other|unknown|generic|workout|sport|sports|fitness.?equipment|all|default|training|activity|multi.?sport)$/;

/** Strava writes numbers into its GPX files; 9 is a run there. */
const stravaRun = '9';

export function toSport(name: string): Sport {
  const plain = toWords(name).normalize('NFC');
  if (plain === '') return 'unknown';
  if (undecided.test(plain)) return 'maybe';
  if (plain === stravaRun) return 'run';
  if (notOnFoot.test(plain)) return 'other';
  return running.test(plain) || runningInside.test(plain) ? 'run' : 'other';
}

/** FIT has a sport and a kind of it. The sport decides, unless it is only “training”: then the kind does, as of a treadmill. */
export function toFitSport(sport: string, kind: string): { sport: Sport; sportName: string } {
  const bySport = toSport(sport);
  const kindWords = toWords(kind);
  if (bySport !== 'maybe' || kindWords === '' || toSport(kindWords) === 'maybe')
    return { sport: bySport, sportName: toWords(sport) };
  return { sport: toSport(kindWords), sportName: kindWords };
}

/** `fitness equipment` of `fitnessEquipment`, `fitness_equipment` and `Fitness-Equipment`. */
function toWords(name: string): string {
  return name
    .trim()
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replaceAll(/[\s_-]+/g, ' ')
    .toLowerCase();
}
