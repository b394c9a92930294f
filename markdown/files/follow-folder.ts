import { setTimeout as delay } from 'node:timers/promises';
import type { ContentLog } from '../log.ts';
import { readFolderIdentity } from './folder-identity.ts';

/** Something that was opened on a folder and is of no use once another folder has taken its place. */
export interface Opened {
  close(): Promise<void>;
}

export interface FollowOptions<Folder extends Opened> {
  base: string;
  log: ContentLog;
  /** Opens what `base` leads to now. `isReplaced` tells it later that another folder is there. */
  open: (isReplaced: () => boolean) => Promise<Folder>;
  /** The folder was exchanged, and everything comes from the new one from now on. */
  onExchange: () => void;
}

export interface FollowedFolder<Folder> {
  readonly current: Folder;
  /** Does something with the folder that is there now, again if it was exchanged meanwhile: never with half of each. */
  use<Result>(action: (folder: Folder) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

const LOOK_EVERY = 1000;
/** `mv content old && mv new content` leaves nothing at the path for a moment. */
const WAIT_FOR_NEXT = 1000;
const WAIT_STEP = 20;

/**
 * Keeps the folder open that a path leads to. The system's watches stay with a folder that is moved away and see nothing of the one that
 * takes its place, so the path is looked at once a second, and whenever something is read.
 */
export async function followFolder<Folder extends Opened>(
  options: FollowOptions<Folder>,
): Promise<FollowedFolder<Folder>> {
  const { base, log } = options;
  let identity = readFolderIdentity(base);
  let current = await open();
  let exchange: Promise<void> | undefined;
  const timer = setInterval(() => void settle(), LOOK_EVERY);
  timer.unref();

  function open(): Promise<Folder> {
    const own = readFolderIdentity(base);
    return options.open(() => ![own, undefined].includes(readFolderIdentity(base)));
  }

  async function settle(): Promise<void> {
    if (readFolderIdentity(base) !== identity)
      exchange ??= takeNext()
        .catch((cause: unknown) =>
          log({ level: 'error', message: `The content folder ${base} cannot be read: ${cause}` }),
        )
        .finally(() => {
          exchange = undefined;
        });
    await exchange;
  }

  async function takeNext(): Promise<void> {
    for (let waited = 0; waited < WAIT_FOR_NEXT && !readFolderIdentity(base); waited += WAIT_STEP)
      await delay(WAIT_STEP);
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
    log({ level: 'info', message: `The content folder ${base} was exchanged: its pages are read anew.` });
    options.onExchange();
    await before.close();
  }

  return {
    get current() {
      return current;
    },
    async use(action) {
      for (;;) {
        await settle();
        const folder = current;
        const result = await action(folder);
        if (folder === current && readFolderIdentity(base) === identity) return result;
      }
    },
    async close() {
      clearInterval(timer);
      await exchange;
      await current.close();
    },
  };
}
