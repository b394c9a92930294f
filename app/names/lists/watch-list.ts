import { type ChannelOptions, joinChannel } from '../../live/join-channel.ts';
import type { SiteClient } from '../../session/site-client.ts';
import { readList } from './list-calls.ts';
import type { ListContent } from './list-content.ts';

export interface ListWatch {
  /** Reads the list at once, e.g. after the user's own vote. */
  refresh(): Promise<void>;
  stop(): void;
}

interface ListWatcher {
  onContent(content: ListContent): void;
  /** With it the other members see that the user is present, and the user sees them. */
  presence?: ChannelOptions['presence'];
  onFault(error: unknown): void;
  /** Called with the first answer after an error. */
  onRecovery(): void;
}

/** While messages arrive, the list is also read now and then: a server may have lost one. */
const intervalMs = { live: 30_000, lost: 4000 };
/** Several messages in a row are answered by one read; the user's own change reads the list anyway. */
const gatherMs = 50;

/**
 * Reads a list when the database says that it has changed, and every few seconds while no such messages arrive. A message does not say what
 * has changed: row security decides what this member reads.
 */
export function watchList(
  client: SiteClient,
  id: string,
  { onContent, presence, onFault, onRecovery }: ListWatcher,
): ListWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let isLive = false;
  let hasFailed = false;
  let isReading = false;
  /** A message has come that the read under way may not contain. */
  let isOutdated = false;
  let asked = 0;

  function refreshIn(ms: number): void {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(() => void refresh(), ms);
  }

  async function refresh(): Promise<void> {
    clearTimeout(timer);
    isReading = true;
    isOutdated = false;
    const number = ++asked;
    // A superseded answer may be older than the content on screen.
    const isLatest = () => !isStopped && number === asked;
    try {
      const content = await readList(client, id);
      if (!isLatest()) return;
      if (hasFailed) onRecovery();
      hasFailed = false;
      onContent(content);
    } catch (error) {
      if (!isLatest()) return;
      hasFailed = true;
      onFault(error);
    } finally {
      if (isLatest()) {
        isReading = false;
        refreshIn(isOutdated ? gatherMs : intervalMs[isLive && !hasFailed ? 'live' : 'lost']);
      }
    }
  }

  const leave = joinChannel({
    topic: `name-list:${id}`,
    onMessage() {
      if (isReading) isOutdated = true;
      else refreshIn(gatherMs);
    },
    onState(state) {
      if (isStopped || isLive === (state === 'live')) return;
      isLive = state === 'live';
      // Changes may have been missed before.
      if (isLive) void refresh();
      else if (!isReading) refreshIn(intervalMs.lost);
    },
    ...(presence && { presence }),
  });
  const onReturn = () => {
    if (!document.hidden) void refresh();
  };
  document.addEventListener('visibilitychange', onReturn);
  addEventListener('online', onReturn);
  void refresh();
  return {
    refresh,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      leave();
      document.removeEventListener('visibilitychange', onReturn);
      removeEventListener('online', onReturn);
    },
  };
}
