/** For tests: an HTTP server that records the requests it gets, and answers as a test says. */
import { once } from 'node:events';
import { type Http2Bindings, type HttpBindings, serve } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

type ServerResponse = HttpBindings['outgoing'];

export interface ReceivedRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Receiver {
  /** `http://127.0.0.1:<port>` */
  url: string;
  host: string;
  port: number;
  requests: ReceivedRequest[];
  /** The handler for the next requests. It may also break the connection, or never answer. */
  answer: (response: ServerResponse, request: ReceivedRequest) => void;
  close(): Promise<void>;
}

export const ok = (response: ServerResponse) => void response.writeHead(200).end();

/** Port 0 stands for a free one. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const fetch = async (request: Request, { outgoing }: HttpBindings | Http2Bindings) => {
    const { pathname, search } = new URL(request.url);
    const received = {
      method: request.method,
      path: pathname + search,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    };
    receiver.requests.push(received);
    receiver.answer(outgoing as ServerResponse, received);
    return RESPONSE_ALREADY_SENT;
  };
  const server = serve({ fetch, port, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  const used = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${used}`,
    host: `127.0.0.1:${used}`,
    port: used,
    requests: [],
    answer: ok,
    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
