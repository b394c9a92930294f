/** Broadcasts over HTTP: the official client's `httpSend`, and `send` of a channel that is not joined. */
import { createCors, isPreflight } from '../../http/cors.ts';
import { readRequestBytes } from '../../http/read-bytes.ts';
import { createRouteTable } from '../../http/route-table.ts';
import { readBearerToken } from '../../identity/read-caller.ts';
import { type RealtimeCaller, RealtimeRefusal } from '../caller.ts';
import type { Rate } from '../rate.ts';
import type { RealtimeService } from '../service.ts';
import { broadcastMany } from './broadcast-many.ts';
import { broadcastOne } from './broadcast-one.ts';
import { BroadcastRefusal, type Endpoint } from './endpoint.ts';

const routes = createRouteTable<Endpoint>([
  ['POST', '/api/broadcast', broadcastMany],
  ['POST', '/api/broadcast/:topic/events/:event', broadcastOne],
]);

const cors = createCors({
  methods: 'POST, OPTIONS',
  exposedHeaders: 'x-rate-rolling, x-rate-limit, x-rate-limit-remaining',
  maxAgeSeconds: 86_400,
});

/** `path` is below /realtime/v1. */
export type ServeBroadcasts = (request: Request, url: URL, path: string) => Promise<Response>;

export function createServeBroadcasts(
  service: RealtimeService,
  rateOf: (caller: RealtimeCaller) => Rate,
): ServeBroadcasts {
  async function answer(request: Request, url: URL, path: string): Promise<Response> {
    const route = routes.find(request.method, path);
    if (!route) {
      const allow = routes.methods(path).join(', ');
      if (allow !== '') throw new BroadcastRefusal(405, { message: `This address answers ${allow} only.` });
      if (path === '/websocket')
        throw new BroadcastRefusal(426, { message: 'This address answers WebSockets only.' });
      throw new BroadcastRefusal(404, { message: 'Not found' });
    }
    const caller = identify(service, request.headers);
    const body = await readRequestBytes(request, {
      // The rest of the message beside the payload.
      maxBytes: service.config.maxPayloadBytes + 100_000,
      tooLarge: () => new BroadcastRefusal(413, { message: 'Payload size exceeds the limit' }),
      cutOff: () => new BroadcastRefusal(400, { message: 'The body ended before it was complete' }),
    });
    const contentType = request.headers.get('content-type') ?? '';
    const rate = rateOf(caller);
    const { params, handler } = route;
    const response = await handler(service, {
      caller,
      params,
      query: url.searchParams,
      contentType,
      body,
      rate,
    });
    addRate(service, response.headers, rate);
    return response;
  }

  return async (request, url, path) => {
    if (isPreflight(request)) return cors.answerPreflight(request);
    const response = await answer(request, url, path).catch((error: unknown) => toResponse(service, error));
    cors.addHeaders(response);
    response.headers.set('cache-control', 'no-store');
    return response;
  };
}

function identify(service: RealtimeService, headers: Headers): RealtimeCaller {
  const credential = readBearerToken(headers) ?? headers.get('apikey') ?? '';
  if (credential === '') throw new BroadcastRefusal(401, { message: 'Unauthorized' });
  return service.identifyCaller(credential);
}

function addRate(service: RealtimeService, headers: Headers, rate: Rate): void {
  const { maxMessagesPerSecond: max } = service.config;
  const left = rate.left(service.now());
  headers.set('x-rate-limit', String(max));
  headers.set('x-rate-limit-remaining', String(left));
  headers.set('x-rate-rolling', String(max - left));
}

function toResponse(service: RealtimeService, error: unknown): Response {
  if (error instanceof BroadcastRefusal) return Response.json(error.body, { status: error.status });
  if (error instanceof RealtimeRefusal) return Response.json({ message: 'Unauthorized' }, { status: 401 });
  service.log({ level: 'error', message: 'A broadcast failed.', error: String(error) });
  return Response.json({ message: 'Realtime was unable to send the message' }, { status: 503 });
}
