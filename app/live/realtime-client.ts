/** The official client of realtime: one WebSocket for all channels of the page, opened with the first and closed after the last. */
import type { RealtimeClient } from '@supabase/realtime-js';
import { readBackendAddress } from '../session/backend-address.ts';
import { loadClient, onSessionEvent } from '../session/client.ts';

let loading: Promise<RealtimeClient> | undefined;

/** A failure is not cached: the next call tries again. */
export function loadRealtime(): Promise<RealtimeClient> {
  loading ??= create().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function create(): Promise<RealtimeClient> {
  const [{ RealtimeClient }, client] = await Promise.all([import('@supabase/realtime-js'), loadClient()]);
  const { url, key } = readBackendAddress();
  const realtime = new RealtimeClient(`${url.replace(/^http/, 'ws').replace(/\/$/, '')}/realtime/v1`, {
    params: { apikey: key },
    accessToken: async () => (await client.auth.getSession()).data.session?.access_token ?? key,
    disconnectOnEmptyChannelsAfterMs: 5000,
  });
  // Open channels get a renewed token, and none after signing out.
  onSessionEvent((event) => {
    if (event !== 'INITIAL_SESSION') void realtime.setAuth();
  });
  // The client itself would wait for its next attempt, up to ten seconds.
  addEventListener('online', () => void connectNow(realtime));
  return realtime;
}

async function connectNow(realtime: RealtimeClient): Promise<void> {
  if (realtime.isConnected() || realtime.getChannels().length === 0) return;
  await realtime.disconnect();
  realtime.connect();
}
