import { isPublished, type PageFile, type ReadablePage, splitPath } from '../files/content-files.ts';
import type { FileStamp } from '../files/read-file-head.ts';
import type { PageIndex } from '../links/page-index.ts';
import { compareSketches, type TextSketch } from '../links/text-sketch.ts';
import type { ContentLog } from '../log.ts';

/** A line for `redirects.yml` that the owner may want. */
export interface ProposedRedirect {
  from: string;
  to: string;
}

/** Recognizes pages that were renamed or moved by their text, and proposes redirects from their earlier addresses. */
export interface RenamedPages {
  onGone(page: PageFile): void;
  onFound(page: PageFile): void;
  /** Compares what came and went since the last call. Returns the addresses of pages that are now known to have moved. */
  settle(): string[];
  proposals(): ProposedRedirect[];
}

export interface RenamedPagesOptions {
  index: Pick<PageIndex, 'find'>;
  now: () => Date;
  log: ContentLog;
  hasPage: (address: string) => boolean;
  isRedirected: (address: string) => boolean;
}

/** What is known of a page whose file is gone, or of one that is new. */
interface Trace {
  page: ReadablePage;
  hash?: string;
  sketch?: TextSketch;
  stamp: FileStamp | undefined;
}

const MIN_LIKENESS = 0.9;
/** More comparisons than this take too long; exact matches are found without them. */
const MAX_COMPARISONS = 250_000;

export function createRenamedPages(options: RenamedPagesOptions): RenamedPages {
  const gone = new Map<string, Trace>();
  const found = new Map<string, PageFile>();
  let proposed: ProposedRedirect[] = [];

  function toTrace(page: ReadablePage): Trace {
    const { hash, sketch } = options.index.find(page.file) ?? {};
    return { page, stamp: page.stamp, ...(hash && { hash }), ...(sketch && { sketch }) };
  }

  const isWanted = ({ from, to }: ProposedRedirect) =>
    from !== to && !options.hasPage(from) && !options.isRedirected(from) && options.hasPage(to);

  return {
    onGone(page) {
      found.delete(page.file);
      if (isPublished(page, options.now().getTime())) gone.set(page.file, toTrace(page));
    },
    onFound(page) {
      gone.delete(page.file);
      found.set(page.file, page);
    },
    settle() {
      const now = options.now().getTime();
      const fresh = [...found.values()].filter((page) => isPublished(page, now)).map(toTrace);
      const redirects = matchTraces([...gone.values()], fresh).map(([before, after]) => ({
        from: before.page.address,
        to: after.page.address,
      }));
      gone.clear();
      found.clear();
      const wanted = redirects.filter(isWanted);
      if (wanted.length === 0) return [];
      proposed = [...proposed.filter(({ from }) => !wanted.some((one) => one.from === from)), ...wanted];
      options.log({ level: 'info', message: describe(wanted) });
      return wanted.map(({ from }) => from);
    },
    proposals: () => proposed.filter(isWanted),
  };
}

function describe(redirects: ProposedRedirect[]): string {
  const lines = redirects.map(({ from, to }) => `${from}: ${to}`).join('\n');
  const what =
    redirects.length === 1 ? 'A page has a new address' : `${redirects.length} pages have new addresses`;
  return `${what}. To keep the old ${redirects.length === 1 ? 'one' : 'ones'}, add to redirects.yml:\n${lines}`;
}

/** Which page is which: by equal bytes, by the file itself, then by the likeness of the texts. A doubtful match is none. */
function matchTraces(gone: Trace[], found: Trace[]): [Trace, Trace][] {
  const pairs: [Trace, Trace][] = [];
  const left = { gone: new Set(gone), found: new Set(found) };
  const pair = (before: Trace, after: Trace) => {
    pairs.push([before, after]);
    left.gone.delete(before);
    left.found.delete(after);
  };
  for (const keyOf of [hashAndName, hashOf, fileOf]) {
    const before = groupUnique(left.gone, keyOf);
    for (const [key, after] of groupUnique(left.found, keyOf)) {
      const match = before.get(key);
      if (match) pair(match, after);
    }
  }
  if (left.gone.size * left.found.size > MAX_COMPARISONS) return pairs;
  for (const before of left.gone) {
    const after = findLikest(before, left.found);
    if (after && findLikest(after, left.gone) === before) pair(before, after);
  }
  return pairs;
}

function findLikest({ sketch }: Trace, others: Set<Trace>): Trace | undefined {
  let likest: Trace | undefined;
  let most = MIN_LIKENESS;
  for (const other of others) {
    const likeness = sketch && other.sketch ? compareSketches(sketch, other.sketch) : 0;
    if (likeness < most) continue;
    // Two that are equally alike: it could be either.
    likest = likeness === most && likest ? undefined : other;
    most = likeness;
  }
  return likest;
}

/** The traces whose key no other has. */
function groupUnique(traces: Set<Trace>, keyOf: (trace: Trace) => string | undefined): Map<string, Trace> {
  const unique = new Map<string, Trace | undefined>();
  for (const trace of traces) {
    const key = keyOf(trace);
    if (key !== undefined) unique.set(key, unique.has(key) ? undefined : trace);
  }
  return new Map([...unique].flatMap(([key, trace]) => (trace ? [[key, trace] as const] : [])));
}

function hashAndName({ hash, page }: Trace): string | undefined {
  return hash && `${hash} ${splitPath(page.file).name}`;
}

function hashOf({ hash }: Trace): string | undefined {
  return hash;
}

/** A file that was moved is the same on disk. */
function fileOf({ stamp }: Trace): string | undefined {
  return stamp && `${stamp.inode} ${stamp.size} ${stamp.modified}`;
}
