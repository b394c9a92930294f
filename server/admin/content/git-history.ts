/** The history of a file in git, where the content folder is in a work tree; and commits of what was saved here, if the owner wants them. */
import type { FileVersion } from '../../../app/admin/write/content-data.ts';
import { MAX_FILE_BYTES } from '../../../markdown/files/read-file-head.ts';
import { type Environment, GitError, runGit } from '../../../markdown/git/run-git.ts';
import type { Owner } from '../admin-route.ts';

export interface GitHistoryOptions {
  /** The content folder. */
  folder: string;
  /** Of the process, with the path to git. Undefined: git is never asked. */
  environment: Environment | undefined;
}

export interface GitCommit {
  /** Files that were written, moved away or removed, relative to the content folder. */
  files: string[];
  message: string;
  author: Owner;
}

export interface GitHistory {
  /** Whether commits of this file can be made: a work tree with a commit, and a file that git does not ignore. */
  isUsable(file: string): Promise<boolean>;
  /** Whether the file is committed as it is on disk. */
  isCommitted(file: string): Promise<boolean>;
  /** Throws a GitError that says why there is no commit. */
  commit(commit: GitCommit): Promise<void>;
  /** Newest first; empty without git. */
  list(file: string, limit: number): Promise<FileVersion[]>;
  /** Undefined: not a commit of this file, or no text. */
  read(file: string, id: string): Promise<string | undefined>;
}

const timeLimit = 15_000;
/** How far back a version is looked for. */
const maxRead = 1000;
const commitMark = '\x01';
const fieldEnd = '\x1f';

/**
 * A commit that a save makes starts no program of the repository that could ask, change or refuse something: no hooks, no signature, no
 * upkeep in the background. Nothing is pushed.
 */
const commitSettings = [
  ['core.hooksPath', process.platform === 'win32' ? 'NUL' : '/dev/null'],
  ['commit.gpgSign', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
].flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Runs git in the content folder. */
interface Git {
  run(args: string[], onPart?: (part: string) => undefined): Promise<string>;
  /** The parts of its output that end with NUL. */
  readParts(args: string[]): Promise<string[]>;
}

export function createGitHistory({ folder, environment }: GitHistoryOptions): GitHistory {
  let commits: Promise<void> = Promise.resolve();
  const git = createGit({ folder, environment });

  async function isUsable(file: string): Promise<boolean> {
    try {
      await git.run(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
      if ((await git.run(['rev-parse', '--is-inside-work-tree'])).trim() !== 'true') return false;
      const ignored = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--', file];
      return (await git.readParts(ignored)).length === 0;
    } catch {
      return false;
    }
  }

  return {
    isUsable,
    async isCommitted(file) {
      const tracked = await git.readParts(['ls-files', '-z', '--', file]).catch(() => []);
      const changed = ['diff', '-z', '--name-only', 'HEAD', '--', file];
      return tracked.length > 0 && (await git.readParts(changed).catch(() => [file])).length === 0;
    },
    /** Git locks its index: one commit at a time. */
    commit(commit) {
      const done = commits.then(() => commitFiles(git, commit));
      commits = done.catch(() => {});
      return done;
    },
    async list(file, limit) {
      if (!(await isUsable(file))) return [];
      const log = await readLog(git, file, limit).catch(() => []);
      return log.map(({ path: _, ...version }) => version);
    },
    async read(file, id) {
      if (!/^[0-9a-f]{40,64}$/.test(id) || !(await isUsable(file))) return undefined;
      const version = (await readLog(git, file, maxRead)).find((found) => found.id === id);
      return version && readBlob(git, `${id}:${version.path}`);
    },
  };
}

function createGit({ folder, environment }: GitHistoryOptions): Git {
  async function run(args: string[], onPart?: (part: string) => undefined): Promise<string> {
    if (!environment) throw new GitError('git is not asked');
    const signal = AbortSignal.timeout(timeLimit);
    return runGit(args, { folder, environment, signal, ...(onPart && { onPart }) });
  }
  return {
    run,
    async readParts(args) {
      const parts: string[] = [];
      await run(args, (part) => void parts.push(part));
      return parts;
    },
  };
}

/** The file itself, whatever else is staged or changed. */
async function commitFiles(git: Git, { files, message, author }: GitCommit): Promise<void> {
  if (!(await succeeds(git.run(['symbolic-ref', '--quiet', 'HEAD']))))
    throw new GitError('no branch is checked out');
  const known = new Set(await git.readParts(['ls-files', '-z', '--', ...files]));
  const added: string[] = [];
  for (const file of files) {
    // Fails for a file that was moved away before git knew it.
    if (!known.has(file) && (await succeeds(git.run(['add', '--intent-to-add', '--', file]))))
      added.push(file);
  }
  const changed = files.filter((file) => known.has(file) || added.includes(file));
  if (changed.length === 0) return;
  const different = await git.readParts(['diff', '-z', '--name-only', 'HEAD', '--', ...changed]);
  if (different.length === 0) return;
  const identity = ['-c', `user.name=${author.email}`, '-c', `user.email=${author.email}`];
  const command = ['commit', '--quiet', '--no-verify', '--only', '-m', message, '--', ...changed];
  try {
    await git.run([...commitSettings, ...identity, ...command]);
  } catch (error) {
    if (added.length > 0) await git.run(['reset', '--quiet', '--', ...added]).catch(() => {});
    throw error;
  }
}

/** Newest first, with the path that the file had in each commit, from the top of the work tree. */
async function readLog(git: Git, file: string, limit: number): Promise<(FileVersion & { path: string })[]> {
  const prefix = (await git.run(['rev-parse', '--show-prefix'])).replace(/\n$/, '');
  const format = `--format=${commitMark}%H${fieldEnd}%aI${fieldEnd}%an${fieldEnd}%s`;
  const filters = ['--follow', '--name-only', '--diff-filter=AMR', `--max-count=${limit}`];
  const versions: (FileVersion & { path: string })[] = [];
  let commit: FileVersion | undefined;
  for (const part of await git.readParts(['log', '-z', ...filters, format, '--', file])) {
    // The first file after a commit follows a line break.
    const text = part.replace(/^\n/, '');
    if (text.startsWith(commitMark)) {
      const [id = '', at = '', by = '', note = ''] = text.slice(commitMark.length).split(fieldEnd);
      commit = { id, at: new Date(at).toISOString(), by, note };
    } else if (commit && text.startsWith(prefix)) versions.push({ ...commit, path: text });
  }
  return versions;
}

/** Undefined for something that is not text: it would come back changed. */
async function readBlob(git: Git, blob: string): Promise<string | undefined> {
  const size = Number(await git.run(['cat-file', '-s', blob]));
  if (!(size <= MAX_FILE_BYTES)) return undefined;
  const parts: string[] = [];
  const rest = await git.run(['cat-file', 'blob', blob], (part) => void parts.push(part));
  const text = [...parts, rest].join('\0');
  return Buffer.byteLength(text) === size ? text : undefined;
}

function succeeds(run: Promise<unknown>): Promise<boolean> {
  return run.then(
    () => true,
    () => false,
  );
}
