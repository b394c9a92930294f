/** All sockets of this process: accepted here, checked every second, and told when the process ends. */
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { BoundedMap } from '../../http/bounded-map.ts';
import { createRate, type Rate } from '../rate.ts';
import type { RealtimeService } from '../service.ts';
import { ConnectRefusal, readConnect, refuseUpgrade } from './connect.ts';
import { RealtimeSocket } from './socket.ts';

export type UpgradeRequest = Parameters<WebSocketServer['handleUpgrade']>[0];

export interface Sockets {
  /** `address`: the client's. */
  accept(request: UpgradeRequest, socket: Duplex, head: Buffer, address: string): void;
  all(): Iterable<RealtimeSocket>;
  /** Tells every client to reconnect, and ends those that do not answer. */
  close(): Promise<void>;
}

const maxFrameBytes = 5_000_000;
const checkEveryMs = 1000;
const closeMs = 1000;
/** A client with a wrong key tries again and again. */
const refusals = { max: 60, windowMs: 60_000, addresses: 10_000 };
/** “Going away”: clients reconnect. */
const goingAway = 1001;

export function createSockets(service: RealtimeService): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
  });
  const open = new Set<RealtimeSocket>();
  const refused = new BoundedMap<Rate>(refusals.addresses);
  let timer: NodeJS.Timeout | undefined;

  function add(socket: RealtimeSocket): void {
    open.add(socket);
    timer ??= setInterval(() => {
      const now = service.now();
      for (const one of open) one.check(now);
    }, checkEveryMs).unref();
  }

  function remove(socket: RealtimeSocket): void {
    open.delete(socket);
    if (open.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function noteRefusal(address: string): void {
    const rate = refused.get(address) ?? createRate(refusals.max, refusals.windowMs);
    rate.take(service.now());
    refused.set(address, rate);
  }

  function check(address: string): void {
    if (refused.get(address)?.left(service.now()) === 0)
      throw new ConnectRefusal(429, 'Too many joins per second');
    if (open.size >= service.config.maxSockets) throw new ConnectRefusal(429, 'Too many connected users');
  }

  return {
    accept(request, socket, head, address) {
      // Until it is a WebSocket, an error has no other listener.
      socket.on('error', () => {});
      try {
        check(address);
        const connected = readConnect(service, request);
        server.handleUpgrade(request, socket, head, (webSocket) => {
          const accepted = new RealtimeSocket(service, webSocket, connected);
          add(accepted);
          webSocket.on('close', () => remove(accepted));
        });
      } catch (error) {
        const refusal =
          error instanceof ConnectRefusal ? error : new ConnectRefusal(500, 'Error connecting to Realtime');
        if (refusal.status === 401) noteRefusal(address);
        refuseUpgrade(socket, refusal);
      }
    },
    all: () => open,
    async close() {
      for (const socket of open) socket.close(goingAway, 'Realtime is restarting, please standby');
      const endsAt = performance.now() + closeMs;
      while (open.size > 0 && performance.now() < endsAt) await new Promise((done) => setTimeout(done, 10));
      for (const socket of open) socket.terminate();
      clearInterval(timer);
    },
  };
}
