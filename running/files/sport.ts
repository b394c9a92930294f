import type { Sport } from '../run.ts';

/** Words for a run in the files and exports of Strava, Garmin, Polar, Suunto, COROS and Apple, in the languages of their apps. */
const words = [
  'run|runs|running|runner|treadmill|jog|jogging|marathon',
  'lauf|laufen|laufband|course|course à pied|course a pied',
  'correr|carrera|carreras|corrida|corridas|corsa|correre|córrer|cursa|alergare',
  'hardlopen|hardloop|löpning|löpträning|løb|løbetur|løping|løpetur|løp|hlaup',
  'bieg|bieganie|běh|běhání|beh|behanie|tek|trčanje|futás|koşu',
  'juoksu|juokseminen|jooksmine|jooks|skriešana|bėgimas|lari|berlari|chạy|chạy bộ',
  'бег|біг|бягане|трчање|пробежка|τρέξιμο|ריצה|جري|الجري|الركض|दौड़|दौड़ना',
].join('|');
/** At the end of a word, so that a trail run and a Waldlauf are found. */
const running = new RegExp(`(${words})(?![\\p{L}\\p{M}])`, 'u');
/** Words that are a run only by themselves: there are trail rides and race walks. */
const runningAlone = /^((race|ultra|trail|orienteering|wettkampf)( |$))+$/;
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
  return [running, runningInside, runningAlone].some((each) => each.test(plain)) ? 'run' : 'other';
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
