/**
 * `node bench/capacity.ts`: what one core carries, and how many cores a number of visitors a day needs. It measures nothing: the costs are
 * figures of `npm run bench`, and a day is simulated visit by visit. Put the figures of your machine and the habits of your visitors here.
 */
import { type Day, type Habits, secondsOfDay, simulateDay } from './visitor-day.ts';

/** Milliseconds of CPU time: of our process, and of Postgres. Beside each, the measurement it comes from. */
const costs = {
  /** `another-process`: a cached page, at a fixed rate. */
  page: { own: 0.2, postgres: 0 },
  /** `page-views`. */
  view: { own: 0.15, postgres: 0.06 },
  /** `sign-in`: the bare hash and what is above it. */
  signIn: { own: 60, postgres: 1 },
  /** `auth-requests`: `GET /user`. A refresh is dearer and rare. */
  session: { own: 0.45, postgres: 0.2 },
  /** `rest`: a list of 20 rows with an embed. */
  restCall: { own: 0.6, postgres: 0.5 },
  /** `realtime`: a message to one socket. */
  delivery: { own: 0.01, postgres: 0 },
};
type Kind = keyof typeof costs;

/** `realtime`: memory of a joined socket. */
const bytesOfSocket = 20_000;

const habits: Habits = {
  busiestHour: 2,
  pagesPerVisit: 3,
  secondsPerPage: 60,
  signedIn: 0.1,
  withPassword: 0.1,
  restCallsPerPage: 2,
  live: 0.05,
  liveMessagesPerMinute: 6,
};

/** A core that is busier than this makes visitors wait. */
const usedShare = 0.6;
/** Of the seconds of a day, the busiest ones may be slower. */
const coveredShare = 0.999;
/** Traffic is not spread over all pages at once: files of a page (style, script, font) are cheap, and a browser keeps them. */
const filesPerPage = 1;

const visitorsADay = [10_000, 100_000, 1_000_000, 3_000_000];

function listEvents(day: Day, second: number): Record<Kind, number> {
  const at = (counts: Float64Array) => counts[second] ?? 0;
  return {
    page: at(day.pages) * (1 + filesPerPage),
    view: at(day.pages),
    signIn: at(day.signIns),
    session: at(day.sessions),
    restCall: at(day.restCalls),
    delivery: (at(day.sockets) * habits.liveMessagesPerMinute) / 60,
  };
}

/** The value that all but the busiest seconds do not exceed. */
function atPeak(read: (second: number) => number): number {
  const all = Float64Array.from({ length: secondsOfDay }, (_, second) => read(second)).sort();
  return all[Math.floor(coveredShare * (secondsOfDay - 1))] ?? 0;
}

function coresAt(day: Day, side: 'own' | 'postgres'): number {
  const milliseconds = (second: number) =>
    Object.entries(listEvents(day, second)).reduce(
      (total, [kind, count]) => total + count * costs[kind as Kind][side],
      0,
    );
  return atPeak(milliseconds) / 1000;
}

function printTable(rows: Record<string, string | number>[]): void {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => String(row[name])))];
  for (const row of cells) console.log(`| ${row.join(' | ')} |`);
  console.log();
}

console.log('\nWhat one core of our process carries a second, if it does nothing else:\n');
printTable(
  Object.entries(costs).map(([kind, { own, postgres }]) => ({
    kind,
    'ms CPU': own,
    'a second': Math.round(1000 / own),
    'ms CPU of Postgres': postgres,
    'a second of Postgres': postgres === 0 ? '' : Math.round(1000 / postgres),
  })),
);
console.log(`Assumed: ${JSON.stringify({ ...habits, filesPerPage, usedShare, coveredShare }, null, 2)}\n`);
console.log(
  `In the busiest second of a day, but for ${Math.round((1 - coveredShare) * secondsOfDay)} of its seconds:\n`,
);
printTable(
  visitorsADay.map((visitors) => {
    const day = simulateDay(visitors, habits);
    const [own, postgres] = [coresAt(day, 'own'), coresAt(day, 'postgres')];
    const sockets = atPeak((second) => day.sockets[second] ?? 0);
    return {
      'visitors a day': visitors.toLocaleString('en'),
      'pages a second': atPeak((second) => day.pages[second] ?? 0),
      'sign-ins a second': atPeak((second) => day.signIns[second] ?? 0),
      'REST calls a second': atPeak((second) => day.restCalls[second] ?? 0),
      sockets,
      'MB for sockets': Math.round((sockets * bytesOfSocket) / 1e6),
      'cores busy': own.toFixed(2),
      'processes needed': Math.ceil(own / usedShare),
      'cores of Postgres busy': postgres.toFixed(2),
    };
  }),
);
