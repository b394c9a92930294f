/** The checks before a connection becomes a WebSocket. A refusal is an HTTP response with a JSON body. */
import type { Duplex } from 'node:stream';
import { type RealtimeCaller, RealtimeRefusal } from '../caller.ts';
import type { ProtocolVersion } from '../frames/client-message.ts';
import type { RealtimeService } from '../service.ts';

export interface ConnectRequest {
  url?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
}

export interface Connected {
  version: ProtocolVersion;
  key: RealtimeCaller;
}

export class ConnectRefusal extends Error {
  override name = 'ConnectRefusal';
  readonly status: keyof typeof reasons;

  constructor(status: keyof typeof reasons, message: string) {
    super(message);
    this.status = status;
  }
}

const reasons = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Who connects, and with which version of the protocol. Throws a ConnectRefusal. */
export function readConnect(service: RealtimeService, { url = '/', headers }: ConnectRequest): Connected {
  if (!service.config.enabled) throw new ConnectRefusal(403, 'Realtime was disabled for this project');
  if (service.isClosing()) throw new ConnectRefusal(503, 'Realtime is restarting, please standby');
  const query = new URLSearchParams(url.split('?')[1] ?? '');
  const version = readVersion(query.get('vsn'));
  const header = headers['x-api-key'];
  const credential = (typeof header === 'string' ? header : query.get('apikey'))?.replace(/\s/g, '') ?? '';
  if (credential === '') throw new ConnectRefusal(401, 'API key is missing');
  try {
    return { version, key: service.identifyCaller(credential) };
  } catch (error) {
    if (!(error instanceof RealtimeRefusal)) throw new ConnectRefusal(500, 'Error connecting to Realtime');
    throw new ConnectRefusal(401, error.message.replace(/^(Token has expired).*/, '$1'));
  }
}

/** Clients that name no version are the oldest. */
function readVersion(text: string | null): ProtocolVersion {
  if (text === null || /^1\.0\.\d+$/.test(text)) return '1.0.0';
  if (/^2\.0\.\d+$/.test(text)) return '2.0.0';
  throw new ConnectRefusal(400, 'The version vsn must be 1.0.0 or 2.0.0');
}

export function refuseUpgrade(socket: Duplex, { status, message }: ConnectRefusal): void {
  const body = JSON.stringify({ error: message });
  const head = [
    `HTTP/1.1 ${status} ${reasons[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
