/** Messages from the database are followed while a channel is joined: one follower for all channels of the process. */
import type { BroadcastMessage } from '../broadcast-message.ts';
import type { SharedStream } from '../changes/shared-stream.ts';
import { followMessages } from './follow-messages.ts';

/** `onReady` is called once messages arrive. Returns the function for the end of the channel. */
export type FollowWhileJoined = (onReady: () => void) => () => void;

export function createFollowWhileJoined(
  stream: Pick<SharedStream, 'follow'>,
  deliver: (message: BroadcastMessage) => void,
): FollowWhileJoined {
  /** Those that are not ready yet. */
  const waiting = new Set<() => void>();
  let channels = 0;
  let isOpen = false;
  let stop: (() => void) | undefined;

  function start(): () => void {
    return followMessages({
      stream,
      deliver,
      onOpen() {
        isOpen = true;
        for (const onReady of waiting) onReady();
        waiting.clear();
      },
      onLost() {
        isOpen = false;
      },
    });
  }

  return (onReady) => {
    channels += 1;
    stop ??= start();
    if (isOpen) onReady();
    else waiting.add(onReady);
    return () => {
      waiting.delete(onReady);
      channels -= 1;
      if (channels > 0) return;
      stop?.();
      stop = undefined;
      isOpen = false;
    };
  };
}
