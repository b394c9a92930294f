import { setTimeout as delay } from 'node:timers/promises';
import type { ContentLog } from '../log.ts';
import { readFolderIdentity } from './folder-identity.ts';

/** Something that was opened on a folder and is of no use once another folder has replaced it. */
export interface Opened {
  close(): Promise<void>;
}

export interface FollowOptions<Folder extends Opened> {
  base: string;
  log: ContentLog;
  /** Opens what `base` leads to now. `isReplaced` returns true once another folder is there. */
  open: (isReplaced: () => boolean) => Promise<Folder>;
  /** The folder was replaced, and everything comes from the new one from now on. */
  onReplace: () => void;
}

export interface FollowedFolder<Folder> {
  readonly current: Folder;
  /** Runs an action on the folder that is there now, and again if it was replaced meanwhile: the result never mixes both. */
  use<Result>(action: (folder: Folder) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const CHECK_INTERVAL_MS = 1000;
/** `mv content old && mv new content` leaves nothing at the path for a moment. */
const REPLACEMENT_TIMEOUT_MS = 1000;
const RETRY_INTERVAL_MS = 20;

/**
 * Keeps the folder open that a path leads to. The system's watches stay with a folder that is moved away and report nothing of its
 * replacement, so the path is checked once a second, and whenever something is read.
 */
export async function followFolder<Folder extends Opened>(
  options: FollowOptions<Folder>,
): Promise<FollowedFolder<Folder>> {
  const { base, log } = options;
  let identity = readFolderIdentity(base);
  let current = await open();
  let replacement: Promise<void> | undefined;
  const timer = setInterval(() => void checkFolder(), CHECK_INTERVAL_MS);
  timer.unref();

  function open(): Promise<Folder> {
    const own = readFolderIdentity(base);
    return options.open(() => ![own, undefined].includes(readFolderIdentity(base)));
  }

  async function checkFolder(): Promise<void> {
    if (readFolderIdentity(base) !== identity)
      replacement ??= openReplacement()
        .catch((cause: unknown) =>
          log({ level: 'error', message: `The content folder ${base} cannot be read: ${cause}` }),
        )
        .finally(() => {
          replacement = undefined;
        });
    await replacement;
  }

  async function openReplacement(): Promise<void> {
    for (
      let waited = 0;
      waited < REPLACEMENT_TIMEOUT_MS && !readFolderIdentity(base);
      waited += RETRY_INTERVAL_MS
    )
      await delay(RETRY_INTERVAL_MS);
    identity = readFolderIdentity(base);
    if (identity === undefined) {
      log({
        level: 'warn',
        message: `The content folder ${base} is gone. It is read again when it is back.`,
      });
      return;
    }
    const before = current;
    current = await open();
    log({ level: 'info', message: `The content folder ${base} was replaced: its pages are read again.` });
    options.onReplace();
    await before.close();
  }

  return {
    get current() {
      return current;
    },
    async use(action) {
      for (;;) {
        await checkFolder();
        const folder = current;
        const result = await action(folder);
        if (folder === current && readFolderIdentity(base) === identity) return result;
      }
    },
    async close() {
      clearInterval(timer);
      await replacement;
      await current.close();
    },
  };
}
