import type { Fault } from '../frontmatter/fault.ts';
import {
  describeFaults,
  hasWholeMetadata,
  type PageMetadata,
  parsePageMetadata,
} from '../frontmatter/parse-metadata.ts';
import type { ContentLog } from '../log.ts';
import {
  changeByState,
  changeOf,
  isPublished,
  isReadable,
  isShownAsProblem,
  noChange,
  type PageFile,
  type VisibleChange,
} from './content-files.ts';
import { type FileHead, isSameStamp, type ReadFileHead } from './read-file-head.ts';

export const NO_ADDRESS = 'has no address: put a letter or a digit into its name';

export interface PageFileReader {
  /** Reads the head of a page's file again and says what that changes; `'gone'` when the file is not there any more. */
  read(page: PageFile, absolute: string): VisibleChange | 'gone' | undefined;
}

export interface PageFileReaderOptions {
  readHead: ReadFileHead;
  log: ContentLog;
  now: () => Date;
  /** A page was read that appears or expires at a later moment, in milliseconds. */
  onScheduled: (moment: number) => void;
  /** A page was read that is new or was saved again. */
  onSaved: ((page: PageFile) => void) | undefined;
}

export function createPageFileReader(options: PageFileReaderOptions): PageFileReader {
  const { readHead, log, now, onScheduled, onSaved } = options;
  return {
    read(page, absolute) {
      let head: FileHead | { fault: string };
      try {
        head = readHead(absolute, hasWholeMetadata);
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT' || code === 'ENOTDIR') return 'gone';
        head = { fault: `cannot be read (${code ?? 'unknown fault'}): check its permissions` };
      }
      if ('stamp' in head) {
        if (page.stamp && isSameStamp(page.stamp, head.stamp)) return undefined;
        page.stamp = head.stamp;
        // What was saved now is not committed, as far as is known.
        delete page.committed;
        onSaved?.(page);
      }
      const before = describeState(page, now().getTime());
      applyHead(page, head);
      return compareStates(page, before, describeState(page, now().getTime()));
    },
  };

  function applyHead(page: PageFile, head: { text: string; complete: boolean } | { fault: string }): void {
    // The next request for the body reads the new bytes.
    delete page.hash;
    delete page.bodyFaults;
    delete page.fallback;
    if ('fault' in head) {
      delete page.faults;
      recordProblem(page, `${page.file} ${head.fault}`, log);
      return;
    }
    // A copy: V8 keeps the whole text for as long as a string that was cut out of it.
    const { metadata, faults, isBroken } = structuredClone(
      parsePageMetadata(head.text, page.readableName, head.complete),
    );
    // Half written, most likely: visitors keep the last good version. A page that is to be hidden is hidden at once.
    if (isBroken && page.goodHash !== undefined && !metadata.draft) {
      page.faults = faults;
      page.fallback = metadata;
      recordProblem(page, describeFaults(page.file, faults), log);
      return;
    }
    page.metadata = metadata;
    delete page.problem;
    recordFaults(page, faults);
    for (const moment of [metadata.publishAt, metadata.expires])
      if (moment !== undefined && moment > now().getTime()) onScheduled(moment);
    if (page.address === undefined) {
      log({
        level: 'error',
        file: page.file,
        message: `${page.file} ${NO_ADDRESS}`,
      });
    }
  }

  function recordFaults(page: PageFile, faults: Fault[]): void {
    const before = describeFaults(page.file, page.faults ?? []);
    const after = describeFaults(page.file, faults);
    if (faults.length > 0) page.faults = faults;
    else delete page.faults;
    if (after !== '' && after !== before) log({ level: 'warn', file: page.file, message: after });
  }
}

/** Marks a file as broken and logs each fault once. */
export function recordProblem(page: PageFile, problem: string, log: ContentLog): void {
  if (page.problem === problem) return;
  page.problem = problem;
  log({ level: 'error', file: page.file, message: problem });
}

interface PageState {
  published: PageMetadata | undefined;
  problem: boolean;
}

function describeState(page: PageFile, now: number): PageState {
  return { published: isPublished(page, now) ? page.metadata : undefined, problem: isShownAsProblem(page) };
}

function compareStates(page: PageFile, before: PageState, after: PageState): VisibleChange | undefined {
  if (page.address === undefined) return undefined;
  if (before.published && after.published) {
    // A body that changed is seen on its own page; a title, a date or a tag is seen in lists and navigation too.
    if (before.published.listed !== after.published.listed) return 'all';
    const isMentioned = JSON.stringify(before.published) !== JSON.stringify(after.published);
    return changeOf(page.address, isMentioned ? { mentioned: new Set([page.address]) } : {});
  }
  // A page that replaces what is wrong with its file, or the other way round, changes what its address leads to.
  if (before.problem || after.problem)
    return before.published || after.published ? 'all' : changeOf(page.address);
  if (!isReadable(page)) return undefined;
  if (before.published || after.published) return changeByState(page, after.published !== undefined);
  return { ...noChange(), hidden: new Set([page.address]) };
}
