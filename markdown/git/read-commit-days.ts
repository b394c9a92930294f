import { type GitRun, runGit } from './run-git.ts';

type Run = Omit<GitRun, 'onPart'>;

/** A command line has a limit; with more files the whole folder is read. */
const maxNamedFiles = 200;
const commitMark = '\x01';

/**
 * The day of the last commit of each file, by its author's date (UTC). Files that are not committed as they are now are left out. Paths are
 * relative to the folder of the run; renames are not followed.
 */
export async function readCommitDays(files: ReadonlySet<string>, run: Run): Promise<Map<string, string>> {
  const within = ['--', ...(files.size > maxNamedFiles ? ['.'] : files)];
  const wanted = new Set<string>();
  await runGit(['ls-files', '-z', ...within], {
    ...run,
    onPart(file) {
      if (files.has(file)) wanted.add(file);
      return false;
    },
  });
  await runGit(['diff', '-z', '--name-only', '--no-renames', '--relative', 'HEAD', ...within], {
    ...run,
    onPart(file) {
      wanted.delete(file);
      return false;
    },
  });
  return wanted.size === 0 ? new Map() : readLog(wanted, within, run);
}

/** The newest commit comes first: git is ended as soon as every file was in one. */
async function readLog(wanted: Set<string>, within: string[], run: Run): Promise<Map<string, string>> {
  const days = new Map<string, string>();
  let day: string | undefined;
  const format = `--format=${commitMark}%at`;
  await runGit(['log', '-z', '--name-only', '--no-renames', '--relative', format, ...within], {
    ...run,
    onPart(part) {
      // The first file after a commit follows a line break.
      const text = part.startsWith('\n') ? part.slice(1) : part;
      if (text.startsWith(commitMark)) day = toDay(Number(text.slice(commitMark.length)));
      else if (wanted.delete(text) && day !== undefined) days.set(text, day);
      return wanted.size === 0;
    },
  });
  return days;
}

/** Undefined for a date that cannot be true: a commit may claim any. */
function toDay(seconds: number): string | undefined {
  const moment = new Date(seconds * 1000);
  const isPossible = seconds > 0 && moment.getTime() < Date.now() + 86_400_000;
  return isPossible ? moment.toISOString().slice(0, 10) : undefined;
}
