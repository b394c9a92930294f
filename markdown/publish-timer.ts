import {
  allPages,
  type ContentFolder,
  changeByState,
  isPublished,
  isReadable,
  mergeChanges,
  noChange,
  type VisibleChange,
} from './files/content-files.ts';

/** Calls back with the pages that appear or expire, at the moment when they do. */
export interface PublishTimer {
  /** Schedules a call at a moment, in milliseconds. The earliest moment counts. */
  wakeAt(moment: number): void;
  close(): void;
}

/** A timer cannot be set further ahead than this, 24 days. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export interface PublishTimerOptions {
  root: () => ContentFolder;
  now: () => Date;
  onDue: (change: VisibleChange) => void;
}

export function createPublishTimer({ root, now, onDue }: PublishTimerOptions): PublishTimer {
  let lastDue = now().getTime();
  let due = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    clearTimeout(timer);
    // One millisecond late rather than early: then the page is certainly due.
    const delay = Math.min(MAX_DELAY_MS, Math.max(1, due - now().getTime() + 1));
    timer = setTimeout(wake, delay);
    timer.unref();
  }

  function wake(): void {
    if (due > now().getTime()) {
      start();
      return;
    }
    due = Number.POSITIVE_INFINITY;
    const since = lastDue;
    lastDue = now().getTime();
    onDue(changeSince(root(), since, lastDue));
    // Only the earliest moment is kept: the later ones are looked up again after it.
    for (const moment of findMoments(root(), lastDue)) wakeAt(moment);
  }

  function wakeAt(moment: number): void {
    if (moment >= due) return;
    due = moment;
    start();
  }

  return {
    wakeAt,
    close: () => clearTimeout(timer),
  };
}

/** The pages that appeared or expired between two moments. */
function changeSince(root: ContentFolder, since: number, until: number): VisibleChange {
  let change: VisibleChange = noChange();
  for (const page of allPages(root)) {
    if (!isReadable(page) || isPublished(page, since) === isPublished(page, until)) continue;
    change = mergeChanges(change, changeByState(page, isPublished(page, until))) ?? change;
  }
  return change;
}

/** The moments at which a page appears or expires. */
function findMoments(root: ContentFolder, after: number): number[] {
  return allPages(root)
    .flatMap(({ metadata }) => [metadata?.publishAt ?? after, metadata?.expires ?? after])
    .filter((moment) => moment > after);
}
