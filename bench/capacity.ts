/**
 * `node bench/capacity.ts`: what one core carries, and how many cores a number of visitors a day needs. It measures nothing: the costs are
 * figures of `npm run bench`, and a day is simulated visit by visit. Put the figures of your machine and the habits of your visitors here.
 */
import { type Day, type Habits, secondsOfDay, simulateDay } from './visitor-day.ts';

/** Milliseconds of CPU time: of our process, and of Postgres. Beside each, the measurement it comes from. */
const costs = {
  /** `another-process`: a cached page. */
  page: { own: 0.17, postgres: 0 },
  /** `page-views`; Postgres from a batch of 250 views. */
  view: { own: 0.15, postgres: 0.08 },
  /** `sign-in`, with the hash. */
  signIn: { own: 68, postgres: 1.8 },
  /** `another-process`: `GET /auth/v1/user`. A refresh costs more, and is needed once an hour. */
  session: { own: 0.83, postgres: 0.43 },
  /** `another-process`: a select by key. */
  restCall: { own: 0.94, postgres: 0.38 },
  /** `realtime`: a message to one socket. */
  delivery: { own: 0.0062, postgres: 0 },
};
type Kind = keyof typeof costs;

/** `realtime`: memory of a joined socket. */
const bytesOfSocket = 14_500;

/** Two kinds of sites. */
const reading: Habits = {
  busiestHour: 2,
  pagesPerVisit: 3,
  secondsPerPage: 60,
  signedIn: 0.1,
  withPassword: 0.1,
  restCallsPerPage: 2,
  live: 0.05,
  liveMessagesPerMinute: 6,
};
const application: Habits = { ...reading, pagesPerVisit: 6, signedIn: 1, restCallsPerPage: 5, live: 0.5 };
const kindsOfSites = { 'A site to read': reading, 'An application that everybody signs in to': application };

/** A core that is busier than this makes visitors wait. */
const usedShare = 0.6;
/** Of the seconds of a day, the busiest ones may be slower. */
const coveredShare = 0.999;
/** Styles, scripts and fonts, which a browser keeps: as many requests for them as for pages, at the price of a page. */
const filesPerPage = 1;

const visitorsADay = [10_000, 100_000, 1_000_000];

function listEvents(day: Day, second: number, { liveMessagesPerMinute }: Habits): Record<Kind, number> {
  const at = (counts: Float64Array) => counts[second] ?? 0;
  return {
    page: at(day.pages) * (1 + filesPerPage),
    view: at(day.pages),
    signIn: at(day.signIns),
    session: at(day.sessions),
    restCall: at(day.restCalls),
    delivery: (at(day.sockets) * liveMessagesPerMinute) / 60,
  };
}

/** The value that all but the busiest seconds do not exceed. */
function atPeak(read: (second: number) => number): number {
  const all = Float64Array.from({ length: secondsOfDay }, (_, second) => read(second)).sort();
  return all[Math.floor(coveredShare * (secondsOfDay - 1))] ?? 0;
}

function coresAt(day: Day, habits: Habits, side: 'own' | 'postgres'): number {
  const milliseconds = (second: number) =>
    Object.entries(listEvents(day, second, habits)).reduce(
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
console.log(`Assumed: ${JSON.stringify({ filesPerPage, usedShare, coveredShare })}\n`);
for (const [name, habits] of Object.entries(kindsOfSites)) {
  console.log(`${name}: ${JSON.stringify(habits)}`);
  console.log(
    `All but ${Math.round((1 - coveredShare) * secondsOfDay)} seconds of a day need no more than this:\n`,
  );
  printTable(visitorsADay.map((visitors) => toRow(visitors, habits)));
}

function toRow(visitors: number, habits: Habits): Record<string, string | number> {
  const day = simulateDay(visitors, habits);
  const [own, postgres] = [coresAt(day, habits, 'own'), coresAt(day, habits, 'postgres')];
  const peakOf = (counts: Float64Array) => atPeak((second) => counts[second] ?? 0);
  const sockets = peakOf(day.sockets);
  return {
    'visitors a day': visitors.toLocaleString('en'),
    'pages a second': peakOf(day.pages),
    'sign-ins a second': peakOf(day.signIns),
    'REST calls a second': peakOf(day.restCalls),
    sockets,
    'MB for sockets': Math.round((sockets * bytesOfSocket) / 1e6),
    'cores busy': own.toFixed(2),
    'processes needed': Math.ceil(own / usedShare),
    'cores of Postgres busy': postgres.toFixed(2),
  };
}
