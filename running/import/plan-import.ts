/** The values by which the same run is recognized in another file. */
export interface RunTraits {
  start: number;
  elapsed: number;
  metres: number;
  richness: number;
}

export interface StoredRun extends RunTraits {
  id: string;
}

export type ImportStep =
  | { kind: 'new' }
  /** The stored run stays as it is. */
  | { kind: 'duplicate'; of: { id: string } }
  /** The same run as a stored one, but this file has more data: it replaces the other. */
  | { kind: 'richer'; than: { id: string } }
  /** The same run as another file of this import, by its index, which has more data or came first. */
  | { kind: 'repeated'; of: { index: number } };

/** Two recordings of one run may start and stop minutes apart; a person cannot run twice at the same time. */
const sharedTime = 0.5;
const sharedDistance = 0.85;

/** Whether two recordings are of the same run: they overlap in time, and are about as long. */
export function isSameRun(a: RunTraits, b: RunTraits): boolean {
  const longest = Math.max(a.elapsed, b.elapsed);
  const both = Math.min(end(a), end(b)) - Math.max(a.start, b.start);
  if (longest === 0 ? a.start !== b.start : both < longest * 1000 * sharedTime) return false;
  // A recording without distance can only be compared by its time.
  if (a.metres === 0 || b.metres === 0) return true;
  return Math.min(a.metres, b.metres) >= Math.max(a.metres, b.metres) * sharedDistance;
}

/** Decides about each found run in the order given. After the import, a plan for the same files adds and replaces nothing. */
export function planImport(found: readonly RunTraits[], stored: readonly StoredRun[]): ImportStep[] {
  const steps: ImportStep[] = found.map(() => ({ kind: 'new' }));
  const knownRuns = new Timeline(stored.map((run) => ({ run, id: run.id, index: -1 })));
  // The richest file of an import comes first, so that each run is placed once.
  const order = found
    .map((_, index) => index)
    .sort((a, b) => (found[b]?.richness ?? 0) - (found[a]?.richness ?? 0) || a - b);
  for (const index of order) {
    const run = found[index];
    if (!run) continue;
    const same = knownRuns.find(run);
    if (!same) knownRuns.add({ run, id: undefined, index });
    else if (same.index >= 0) steps[index] = { kind: 'repeated', of: { index: same.index } };
    else if (same.id !== undefined) {
      const isRicher = run.richness > same.run.richness;
      steps[index] = isRicher
        ? { kind: 'richer', than: { id: same.id } }
        : { kind: 'duplicate', of: { id: same.id } };
      if (isRicher) knownRuns.replace(same, { run, id: same.id, index });
    }
  }
  return steps;
}

interface Known {
  run: RunTraits;
  id: string | undefined;
  /** Which file of this import it is; -1 when it was stored before. */
  index: number;
}

const bucketLength = 6 * 3600 * 1000;

/** Runs by the quarters of days that they touch, so that five thousand of them are not compared with each other. */
class Timeline {
  readonly #buckets = new Map<number, Known[]>();

  constructor(known: Known[]) {
    for (const each of known) this.add(each);
  }

  /** The richest of them: it is the one that a poorer file must never replace. */
  find(run: RunTraits): Known | undefined {
    return bucketsOf(run)
      .flatMap((bucket) => this.#buckets.get(bucket) ?? [])
      .filter((known) => isSameRun(known.run, run))
      .reduce<Known | undefined>(
        (best, known) => (best && best.run.richness >= known.run.richness ? best : known),
        undefined,
      );
  }

  add(known: Known): void {
    for (const bucket of bucketsOf(known.run)) {
      const list = this.#buckets.get(bucket);
      if (list) list.push(known);
      else this.#buckets.set(bucket, [known]);
    }
  }

  replace(before: Known, after: Known): void {
    for (const bucket of bucketsOf(before.run)) {
      const list = this.#buckets.get(bucket) ?? [];
      this.#buckets.set(
        bucket,
        list.filter((known) => known !== before),
      );
    }
    this.add(after);
  }
}

function bucketsOf(run: RunTraits): number[] {
  const first = Math.floor(run.start / bucketLength);
  const last = Math.min(first + 100, Math.floor(end(run) / bucketLength));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function end({ start, elapsed }: RunTraits): number {
  return start + elapsed * 1000;
}
