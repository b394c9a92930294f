/** A day of a site, visit by visit: what its visitors ask for in each second. */
import { createRandom } from '../running/samples/random.ts';

export const secondsOfDay = 86_400;

/** What a visitor does. Shares are of all visitors. */
export interface Habits {
  /** How many times as many visitors come in the busiest hour as in a mean hour. */
  busiestHour: number;
  pagesPerVisit: number;
  secondsPerPage: number;
  /** Those who are signed in. Of them, some enter their password. */
  signedIn: number;
  withPassword: number;
  /** Requests of the data API on a page of somebody who is signed in. */
  restCallsPerPage: number;
  /** Those who have a page with live data open, for the whole visit. */
  live: number;
  /** Messages a minute that each of them gets. */
  liveMessagesPerMinute: number;
}

/** Numbers of each second of the day. */
export interface Day {
  pages: Float64Array;
  signIns: Float64Array;
  /** Reads and refreshes of a session. */
  sessions: Float64Array;
  restCalls: Float64Array;
  /** Sockets that are open. */
  sockets: Float64Array;
}

export function simulateDay(visitors: number, habits: Habits, seed = 1): Day {
  const random = createRandom(seed);
  const day: Day = {
    pages: new Float64Array(secondsOfDay),
    signIns: new Float64Array(secondsOfDay),
    sessions: new Float64Array(secondsOfDay),
    restCalls: new Float64Array(secondsOfDay),
    sockets: new Float64Array(secondsOfDay),
  };
  const add = (counts: Float64Array, second: number, count = 1) => {
    const index = Math.floor(second) % secondsOfDay;
    counts[index] = (counts[index] ?? 0) + count;
  };
  for (let visit = 0; visit < visitors; visit += 1) {
    let second = chooseSecond(random, habits.busiestHour);
    const start = Math.floor(second);
    const isSignedIn = random() < habits.signedIn;
    if (isSignedIn) add(random() < habits.withPassword ? day.signIns : day.sessions, second);
    // A geometric number of pages, with this mean.
    do {
      add(day.pages, second);
      if (isSignedIn) {
        add(day.sessions, second);
        add(day.restCalls, second, habits.restCallsPerPage);
      }
      second -= Math.log(1 - random()) * habits.secondsPerPage;
    } while (random() > 1 / habits.pagesPerVisit);
    if (random() < habits.live) for (let open = start; open < second; open += 1) add(day.sockets, open);
  }
  return day;
}

/** More come in the evening than at night: a wave with one peak. */
function chooseSecond(random: () => number, busiestHour: number): number {
  for (;;) {
    const at = random();
    const wave = 1 + (busiestHour - 1) * Math.sin(2 * Math.PI * at);
    if (random() * busiestHour < wave) return at * secondsOfDay;
  }
}
