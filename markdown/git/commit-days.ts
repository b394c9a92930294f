/** Keeps `committed` of the pages: the day of the last commit of each file that is committed as it is now. */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { isReadable, type PageFile, type ReadablePage, splitPath } from '../files/content-files.ts';
import { updatedOf } from '../files/last-change.ts';
import { createSettleTimer } from '../files/settle-timer.ts';
import type { ContentLog } from '../log.ts';
import { readCommitDays } from './read-commit-days.ts';
import { type Environment, GitError, type GitRun, runGit } from './run-git.ts';

export interface CommitDaysOptions {
  /** The content folder, absolute. */
  base: string;
  /** Undefined: git is never asked. */
  gitEnvironment: Environment | undefined;
  log: ContentLog;
  /** Whether commits of files that are already known are noticed. */
  watch: boolean;
  /** These pages have another day of their last change than before. */
  onDays(pages: ReadablePage[]): void;
}

export interface CommitDays {
  /** A file was read for the first time or saved. Git is asked a moment later, together with the others. */
  add(page: PageFile): void;
  /** Git is asked for the first time. Does not wait for its answer. */
  start(): void;
  /** Waits until git has answered what it was asked. */
  answered(): Promise<void>;
  close(): Promise<void>;
}

const timeLimit = 20_000;
const keptInstead = 'The day on which a file was saved is the day of its last change';

export function createCommitDays(options: CommitDaysOptions): CommitDays {
  const { base, gitEnvironment: environment = {}, log } = options;
  const closing = new AbortController();
  const changed = new Set<PageFile>();
  const uncommitted = new Set<PageFile>();
  const watchers: FSWatcher[] = [];
  let isUsable = options.gitEnvironment !== undefined;
  let isStarted = false;
  let isOpen = false;
  let work: Promise<void> | undefined;
  const timer = createSettleTimer(ask);

  /** One question at a time: what is saved meanwhile is in the next. */
  function ask(): void {
    if (work || !isUsable || !isStarted || changed.size === 0) return;
    work = answer()
      .catch((error: unknown) => giveUp(error))
      .finally(() => {
        work = undefined;
        if (changed.size > 0) timer.restart();
      });
  }

  async function answer(): Promise<void> {
    const limit = AbortSignal.timeout(timeLimit);
    const run = { folder: base, environment, signal: AbortSignal.any([closing.signal, limit]) };
    if (!isOpen) await openRepository(run);
    const asked = [...changed].filter(isThere).map((page) => ({ page, stamp: page.stamp }));
    changed.clear();
    for (const { page } of asked) uncommitted.add(page);
    const days = await readCommitDays(new Set(asked.map(({ page }) => page.file)), run);
    const other: ReadablePage[] = [];
    for (const { page, stamp } of asked) {
      // Saved again meanwhile: it is in the next question.
      if (page.stamp !== stamp) continue;
      const day = days.get(page.file);
      if (day === undefined) continue;
      uncommitted.delete(page);
      const before = isReadable(page) && updatedOf(page);
      page.committed = day;
      if (isReadable(page) && updatedOf(page) !== before) other.push(page);
    }
    if (other.length > 0 && !closing.signal.aborted) options.onDays(other);
  }

  async function openRepository(run: GitRun): Promise<void> {
    const said = await runGit(
      ['rev-parse', '--is-inside-work-tree', '--is-shallow-repository', '--absolute-git-dir'],
      run,
    );
    const [isInside, isShallow, gitFolder = ''] = said.trim().split('\n');
    if (isInside !== 'true') throw new GitError('no work tree');
    if (isShallow !== 'false') throw new GitError('shallow');
    isOpen = true;
    if (options.watch) for (const folder of [gitFolder, join(gitFolder, 'logs')]) follow(folder);
  }

  /** A commit changes files of git, not the page: the index, and the log of HEAD. */
  function follow(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => {
        if (uncommitted.size === 0) return;
        for (const page of uncommitted) changed.add(page);
        uncommitted.clear();
        timer.restart();
      });
      watchers.push(watcher.on('error', () => watcher.close()));
    } catch {
      // Before the first commit there is no log.
    }
  }

  /** A repository that cannot be used or takes too long is not asked again before the next start. */
  function giveUp(error: unknown): void {
    if (closing.signal.aborted || (isOpen && error instanceof GitError)) return;
    isUsable = false;
    changed.clear();
    const remedy = findRemedy(error, base);
    if (remedy !== undefined) log({ level: 'info', message: `${keptInstead}: ${remedy}` });
  }

  return {
    add(page) {
      if (!isUsable) return;
      changed.add(page);
      if (isStarted) timer.restart();
    },
    start() {
      isStarted = true;
      ask();
    },
    async answered() {
      await work;
    },
    async close() {
      closing.abort();
      timer.close();
      for (const watcher of watchers) watcher.close();
      await work;
    },
  };
}

function isThere(page: PageFile): boolean {
  return page.folder.pages.get(splitPath(page.file).name) === page;
}

/** What the owner can do. Undefined where nothing is wrong: no git, no repository, no commit. */
function findRemedy(error: unknown, base: string): string | undefined {
  if (!(error instanceof GitError)) return `git did not answer within ${timeLimit / 1000} seconds.`;
  if (error.message === 'shallow')
    return 'the repository is a shallow clone. Clone it with its whole history (with actions/checkout: fetch-depth: 0).';
  if (error.message.includes('dubious ownership'))
    return `git refuses a repository of another user. Allow it: git config --global --add safe.directory ${base}`;
  return undefined;
}
