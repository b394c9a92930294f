/** Messages from the database are followed while a channel is joined: one follower for all channels of the process. */
import type { BroadcastMessage } from '../broadcast-message.ts';
import type { SharedStream } from '../changes/shared-stream.ts';
import { followMessages } from './follow-messages.ts';

/** `onReady` is called once messages arrive, and again after an interruption, in which some may have been lost. Returns the function for the end of the channel. */
export type FollowWhileJoined = (onReady: () => void) => () => void;

export function createFollowWhileJoined(
  stream: Pick<SharedStream, 'follow'>,
  deliver: (message: BroadcastMessage) => void,
): FollowWhileJoined {
  /** What each channel does when messages arrive. */
  const joined = new Set<() => void>();
  let isOpen = false;
  let stop: (() => void) | undefined;

  function start(): () => void {
    return followMessages({
      stream,
      deliver,
      onOpen() {
        isOpen = true;
        for (const onReady of joined) onReady();
      },
      onLost() {
        isOpen = false;
      },
    });
  }

  return (onReady) => {
    joined.add(onReady);
    stop ??= start();
    if (isOpen) onReady();
    return () => {
      joined.delete(onReady);
      if (joined.size > 0) return;
      stop?.();
      stop = undefined;
      isOpen = false;
    };
  };
}
