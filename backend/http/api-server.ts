/** The HTTP server of the backend without the site. Errors before a service sees a request are JSON too. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerBrokenRequest } from './broken-requests.ts';
import { createNodeListener, type Fetch } from './node-listener.ts';

export function createApiServer(fetch: Fetch): Server {
  const listener = createNodeListener(fetch);
  const answers = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    {
      // A filter with many values is part of the URL.
      maxHeaderSize: 32_768,
      // A large upload over a slow connection takes long; a connection without a byte for two minutes is dead.
      requestTimeout: 3_600_000,
      connectionsCheckingInterval: 10_000,
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      answers.set(incoming.socket, outgoing);
      void listener(incoming, outgoing);
    },
  );
  server.setTimeout(120_000);
  server.on('clientError', (error, socket) => {
    const answer = answers.get(socket);
    // The response has begun: a second response would be read as part of it.
    if (answer?.headersSent && !answer.writableEnded) socket.destroy();
    else answerBrokenRequest(error, socket, { target: answer?.writableEnded ? undefined : answer?.req.url });
  });
  return server;
}
