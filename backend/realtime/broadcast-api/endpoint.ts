import type { RealtimeCaller } from '../caller.ts';
import type { Rate } from '../rate.ts';
import type { RealtimeService } from '../service.ts';

export interface BroadcastRequest {
  caller: RealtimeCaller;
  params: Record<string, string>;
  query: URLSearchParams;
  contentType: string;
  body: Uint8Array;
  rate: Rate;
}

export type Endpoint = (service: RealtimeService, request: BroadcastRequest) => Promise<Response>;

/** An answer that is thrown. */
export class BroadcastRefusal extends Error {
  override name = 'BroadcastRefusal';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
  }
}

/** Counts the messages of a request, or refuses it. */
export function takeFromRate(service: RealtimeService, rate: Rate, messages: number): void {
  if (!rate.take(service.now(), messages)) throw new BroadcastRefusal(429, { message: 'Too many requests' });
}

export function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new BroadcastRefusal(400, { message: 'The body is not valid JSON' });
  }
}
