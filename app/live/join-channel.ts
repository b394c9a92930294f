/** Live data of a page: a private channel of realtime, which policies on `realtime.messages` open for this user. */
import type { RealtimeChannel } from '@supabase/realtime-js';
import { isSigningOutOn } from '../guard/signing-out.ts';
import { sessionStore } from '../session/client.ts';
import { readUserNow } from '../session/current-user.ts';
import { loadRealtime } from './realtime-client.ts';

export interface ChannelOptions {
  topic: string;
  /** Something was sent, or may have been while the channel was being opened: what the page shows is read again. */
  onMessage(): void;
  /** `live`: messages arrive from now on. `lost`: none arrive until it is live again, which may be never. */
  onState?(state: 'live' | 'lost'): void;
  /** The user is present under this key; `onChange` is called with the keys of all who are, or with none when that is unknown. */
  presence?: { key: string; onChange(keys: ReadonlySet<string>): void };
}

/** A page in the background for so long is left: its user is not present, and it is brought up to date when it is shown. */
const hiddenMs = 30_000;
/** When the server has closed the channel. A lost connection is opened again by the client, after 1, 2, 5 and then 10 seconds. */
const joinAgainMs = 10_000;

/**
 * Joins the channel and stays in it while the page is shown. Where there is no realtime, or the user is refused, it is never `live`: the page
 * has to ask by itself until it is. A server that ends the user's session closes their channels: the user is signed out here, too. Returns the
 * function that leaves the channel. A topic is joined once at a time.
 */
export function joinChannel(options: ChannelOptions): () => void {
  let leave: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeft = false;
  let lastState: 'live' | 'lost' | undefined;

  function onState(state: 'live' | 'lost'): void {
    const isOwnDoing = isLeft || document.hidden;
    // Also when it was never live: the session may have ended while the page was loading. Not at every attempt to connect again.
    if (state === 'lost' && lastState !== 'lost' && !isOwnDoing) void checkSession();
    lastState = isOwnDoing ? undefined : state;
    options.onState?.(state);
  }
  function join(): void {
    clearTimeout(timer);
    leave ??= joinOnce({ ...options, onState }, (isRefused) => {
      leave = undefined;
      if (!isRefused) timer = setTimeout(join, joinAgainMs);
    });
  }
  function end(): void {
    clearTimeout(timer);
    leave?.();
    leave = undefined;
  }
  const onVisibility = () => {
    if (!document.hidden) return join();
    clearTimeout(timer);
    timer = setTimeout(end, hiddenMs);
  };
  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  return () => {
    isLeft = true;
    document.removeEventListener('visibilitychange', onVisibility);
    end();
  };
}

async function checkSession(): Promise<void> {
  // A user who is signing out on this page knows.
  if (sessionStore.read().status !== 'signed-in' || isSigningOutOn(location.pathname)) return;
  await readUserNow().catch((error: unknown) => console.warn('The session could not be checked.', error));
}

/** `onEnd` is called when the channel ends by itself: the server refuses this user, or has closed it. */
function joinOnce(options: ChannelOptions, onEnd: (isRefused: boolean) => void): () => void {
  const { topic, onMessage, onState, presence } = options;
  let channel: RealtimeChannel | undefined;
  let isEnded = false;

  function end(): void {
    isEnded = true;
    presence?.onChange(new Set());
    onState?.('lost');
    void channel?.unsubscribe();
  }
  function endItself(isRefused: boolean): void {
    if (isEnded) return;
    end();
    onEnd(isRefused);
  }

  async function open(): Promise<void> {
    const realtime = await loadRealtime();
    // One that is being left would be returned instead of a new one.
    const earlier = realtime.getChannels().find((other) => other.topic === `realtime:${topic}`);
    await Promise.all([realtime.setAuth(), earlier?.unsubscribe()]);
    if (isEnded) return;
    const opened = realtime.channel(topic, {
      config: {
        private: true,
        broadcast: { replication_ready: true },
        ...(presence && { presence: { key: presence.key } }),
      },
    });
    channel = opened;
    opened.on('broadcast', { event: '*' }, () => isEnded || onMessage());
    // Messages of the database arrive only from here on.
    opened.on('system', {}, ({ status }: { status: string }) => {
      if (status === 'ok' && !isEnded) onMessage();
    });
    if (presence)
      opened.on('presence', { event: 'sync' }, () => {
        if (!isEnded) presence.onChange(new Set(Object.keys(opened.presenceState())));
      });
    opened.subscribe((status, error) => {
      if (isEnded) return;
      if (status === 'SUBSCRIBED') {
        onState?.('live');
        if (presence) void opened.track({});
      } else if (status === 'CLOSED') endItself(false);
      else if (error?.message.startsWith('Unauthorized')) endItself(true);
      else {
        presence?.onChange(new Set());
        onState?.('lost');
      }
    });
  }

  open().catch(() => endItself(false));
  return end;
}
