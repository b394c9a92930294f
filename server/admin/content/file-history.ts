/** The history of a file: commits of git, if the owner wants them, and otherwise versions that are kept in the data folder. */
import type { FileHistory } from '../../../app/admin/write/content-data.ts';
import type { Environment } from '../../../markdown/git/run-git.ts';
import type { Owner } from '../admin-route.ts';
import type { ContentPath } from './content-path.ts';
import { createGitHistory } from './git-history.ts';
import { createKeptVersions } from './kept-versions.ts';
import type { StoredFile } from './write-file.ts';

export interface HistoryOptions {
  contentFolder: string;
  dataFolder: string;
  /** Of the process. Undefined: git is never asked. */
  gitEnvironment?: Environment | undefined;
  /** Each save is committed to git. */
  commitSaves?: boolean | undefined;
  warn?: ((message: string, cause: unknown) => void) | undefined;
}

export interface RecordedChange {
  path: ContentPath;
  owner: Owner;
  /** `Edit posts/a.md` is what git calls it. */
  action: 'Edit' | 'Create' | 'Rename' | 'Delete' | 'Restore';
  /** What the file has now; undefined when it was deleted. */
  text?: string;
  /** Where a file was before that was renamed. */
  from?: ContentPath;
  now: number;
}

export interface History {
  /** Keeps what is about to be replaced, unless it is kept or committed already. Returns a warning if that fails. */
  keepBefore(path: ContentPath, stored: StoredFile): Promise<string | undefined>;
  /** Commits or keeps what was saved. The file is saved already: a fault is a warning. */
  record(change: RecordedChange): Promise<string | undefined>;
  list(path: ContentPath): Promise<FileHistory>;
  read(path: ContentPath, id: string): Promise<string | undefined>;
}

const maxVersions = 100;

export function createHistory(options: HistoryOptions): History {
  const { contentFolder: folder, dataFolder, gitEnvironment: environment } = options;
  const git = createGitHistory({ folder, environment });
  const kept = createKeptVersions(dataFolder);
  const commits = async ({ real }: ContentPath) => options.commitSaves === true && (await git.isUsable(real));

  function report(file: string, what: string, cause: unknown): string {
    const reason = cause instanceof Error ? cause.message.trim().split('\n')[0] : String(cause);
    const message = `${what}: ${reason || 'no reason was given'}`;
    options.warn?.(`${file} ${message}`, cause);
    return `The file is saved, but it ${message}`;
  }

  async function commit(change: RecordedChange): Promise<void> {
    const { path, from, owner, action } = change;
    const files = from ? [from.real, path.real] : [path.real];
    const message = from ? `${action} ${from.file} to ${path.file}` : `${action} ${path.file}`;
    await git.commit({ files, message, author: owner });
  }

  async function keep({ path, from, owner, action, text, now }: RecordedChange): Promise<void> {
    if (from) await kept.move(from.real, path.real);
    if (text === undefined) return;
    const note = from ? `${action} ${from.file}` : action;
    await kept.add(path.real, { text, at: now, by: owner.email, note });
  }

  return {
    async keepBefore(path, { bytes, stats }) {
      try {
        if ((await commits(path)) && (await git.isCommitted(path.real))) return undefined;
        const text = bytes.toString('utf8');
        if (!(await kept.has(path.real, text))) await kept.add(path.real, { text, at: stats.mtimeMs });
        return undefined;
      } catch (cause) {
        return report(path.file, 'has no copy of the version before', cause);
      }
    },
    async record(change) {
      const { path } = change;
      const isCommitted = await commits(path);
      try {
        if (!isCommitted) await keep(change);
        else {
          if (change.from) await kept.move(change.from.real, path.real);
          await commit(change);
        }
        return undefined;
      } catch (cause) {
        // What could not be committed is kept.
        if (isCommitted) await keep(change).catch(() => {});
        return report(path.file, isCommitted ? 'is not committed to git' : 'has no kept version', cause);
      }
    },
    async list(path) {
      const committed = await git.list(path.real, maxVersions);
      const versions = [...committed, ...(await kept.list(path.real))];
      versions.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
      return { kind: (await commits(path)) ? 'git' : 'kept', versions: versions.slice(0, maxVersions) };
    },
    read: async (path, id) => (await kept.read(path.real, id)) ?? (await git.read(path.real, id)),
  };
}
