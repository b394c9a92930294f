/** The runs that their owners have made public, read as a visitor reads them, by the data API with the public key. */
import { isId } from '../../app/running/sources/is-id.ts';
import { createConcurrencyLimit } from '../../backend/http/concurrency-limit.ts';
import type { RunTotals } from '../../running/analysis/analyse-run.ts';
import { isOutline } from '../../running/drawing/draw-outline.ts';
import type { LatestRun } from '../../running/shown-run.ts';

/** What strangers may see of a run. Its name is shown on its page only: previews do not have it, because users choose it. */
export interface PublishedRun {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  start: number;
  /** Minutes. */
  utcOffset: number;
  /** ISO day. */
  day: string;
  /** Meters, seconds, beats and steps a minute. */
  totals: RunTotals;
  /** The route as far as the owner shows it, in a square of 100 by 100; '' without one. */
  outline: string;
}

export interface PublishedRuns {
  /** Undefined for a private run, for one that does not exist, and when the backend does not answer in time. */
  find(id: string): Promise<PublishedRun | undefined>;
  /** Those of the site's owners, newest first. Undefined when there are none, and when they cannot be read in time. */
  list(): Promise<LatestRun[] | undefined>;
}

export interface PublishedRunsOptions {
  /** The backend: of this process, or of a hosted project. */
  fetch(request: Request): Promise<Response>;
  url: string;
  key: string;
  warn(message: string, cause: unknown): void;
}

const timeLimit = 3000;
const maxRunning = 4;
const maxWaiting = 50;
/** The most that a request to the data API answers; two years of daily runs are fewer. */
export const listLimit = 1000;
const listColumns = 'run_id,name,started_at,utc_offset,day,metres,moving';
const columns =
  'name,started_at,utc_offset,day,metres,elapsed,moving,gain,loss,average_heart_rate,highest_heart_rate,average_cadence,outline';

export function createPublishedRuns({ fetch, url, key, warn }: PublishedRunsOptions): PublishedRuns {
  const busy = () => new Error('Too many runs are being looked up.');
  const limit = createConcurrencyLimit({ maxRunning, queue: { maxWaiting, busy } });
  const headers = { apikey: key, authorization: `Bearer ${key}` };

  async function readRows(query: string): Promise<unknown[]> {
    const address = `${url}/rest/v1/${query}`;
    const signal = AbortSignal.timeout(timeLimit);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    const response = await Promise.race([fetch(new Request(address, { headers, signal })), late]);
    if (!response.ok) throw new Error(`The backend answered ${response.status}: ${await response.text()}`);
    return response.json();
  }

  async function read(id: string): Promise<PublishedRun | undefined> {
    const [row] = await readRows(`published_runs?select=${columns}&run_id=eq.${id}`);
    return toRun(id, row);
  }

  const list = shareNext(async () => {
    try {
      const rows = await readRows(
        `rpc/owner_runs?select=${listColumns}&order=started_at.desc,run_id&limit=${listLimit}`,
      );
      const runs = rows.flatMap((row) => toLatest(row) ?? []);
      return runs.length > 0 ? runs : undefined;
    } catch (cause) {
      warn('The public runs could not be read', cause);
      return undefined;
    }
  });

  return {
    list,
    async find(written) {
      if (!isId(written)) return undefined;
      try {
        return await limit(() => read(written.toLowerCase()));
      } catch (cause) {
        warn('A shared run could not be read', cause);
        return undefined;
      }
    },
  };
}

/**
 * Calls during a read share the next one: what a caller gets was read after the call, and however many there are, one read is under way.
 */
function shareNext<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<Value> | undefined;
  return () => {
    next ??= current.then(() => {
      next = undefined;
      const reading = read();
      current = reading;
      return reading;
    });
    return next;
  };
}

function toLatest(row: unknown): LatestRun | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { run_id, ...rest } = row as Record<string, unknown>;
  const run = typeof run_id === 'string' ? toRun(run_id, rest) : undefined;
  if (!run) return undefined;
  const { id, name, start, utcOffset, day, totals } = run;
  return { id, name, start, utcOffset, day, metres: totals.metres, moving: totals.moving };
}

/** Users publish through the API: what is stored may be anything that the database accepts. */
function toRun(id: string, row: unknown): PublishedRun | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { name, started_at, utc_offset, day, metres, moving, outline, ...rest } = row as Record<
    string,
    unknown
  >;
  if (typeof name !== 'string' || typeof day !== 'string' || typeof utc_offset !== 'number') return undefined;
  if (typeof metres !== 'number' || typeof moving !== 'number') return undefined;
  const start = Date.parse(String(started_at));
  if (Number.isNaN(start) || !/^\d{4}-\d\d-\d\d$/.test(day) || metres < 10 || moving < 1) return undefined;
  return {
    id,
    name: name.slice(0, 200),
    start,
    utcOffset: utc_offset,
    day,
    totals: {
      metres,
      moving,
      elapsed: Math.max(moving, toNumber(rest.elapsed) ?? moving),
      gain: toNumber(rest.gain),
      loss: toNumber(rest.loss),
      averageHeartRate: toNumber(rest.average_heart_rate),
      highestHeartRate: toNumber(rest.highest_heart_rate),
      averageCadence: toNumber(rest.average_cadence),
    },
    outline: typeof outline === 'string' && isOutline(outline) ? outline : '',
  };
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Math.abs(value) < 10_000_000 ? value : undefined;
}
