/** Connects realtime to the keys of the auth service and to the HTTP server. */
import type { Database } from '../database/database.ts';
import type { AuthService } from './auth/service/service.ts';
import type { RealtimeConfig } from './config/realtime-config.ts';
import type { WebSockets } from './http/http-server.ts';
import type { BusSettings, Realtime, RealtimeCount } from './realtime/create-realtime.ts';
import { startMessageCleanUp } from './realtime/messages/clean-up.ts';

export const realtimePath = '/realtime/v1';

export interface OpenRealtime {
  serve: Realtime['serve'];
  webSockets: WebSockets;
  /** Of this process. */
  count(): Promise<RealtimeCount>;
  close(): Promise<void>;
}

export function openRealtime(
  config: RealtimeConfig,
  database: Pick<Database, 'auth' | 'realtime' | 'requests' | 'openReplication'>,
  auth: Pick<AuthService, 'readCaller' | 'config' | 'clock' | 'log'>,
  bus: BusSettings | undefined,
): OpenRealtime {
  const { readCaller, log, clock } = auth;
  let realtime: Promise<Realtime> | undefined;

  // Loaded for the first client, so that a site without live data has nothing of it.
  function open(): Promise<Realtime> {
    realtime ??= import('./realtime/create-realtime.ts').then(({ createRealtime }) =>
      createRealtime({
        config,
        database,
        readCaller,
        applicationsUseData: auth.config.stricter.applicationsUseData,
        bus,
        now: () => clock.now().getTime(),
        log,
      }),
    );
    return realtime;
  }

  // Messages are written without a client, too.
  const cleanUp = startMessageCleanUp({ database, log });

  return {
    serve: async (request, url, path) => (await open()).serve(request, url, path),
    webSockets: {
      accepts: (path) => path === `${realtimePath}/websocket`,
      upgrade: async (request, socket, head, address) =>
        (await open()).accept(request, socket, head, address),
      close: async () => (await realtime)?.closeSockets(),
    },
    count: async () => (await realtime)?.count() ?? { sockets: 0, channels: 0 },
    async close() {
      await cleanUp.close();
      await (await realtime)?.close();
    },
  };
}
