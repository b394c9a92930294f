/** The HTTP server of the backend alone. What goes wrong before a service sees a request is answered in JSON too. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerBrokenRequest } from './broken-requests.ts';
import { createNodeListener, type Fetch } from './node-listener.ts';

export function createApiServer(fetch: Fetch): Server {
  const listener = createNodeListener(fetch);
  const answers = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    {
      // A filter of many values stands in the address.
      maxHeaderSize: 32_768,
      // A large file on a slow line takes its time; a line without a byte for two minutes is dead.
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
    // Half an answer is on its way: another one behind it would be read as a part of it.
    if (answer?.headersSent && !answer.writableEnded) socket.destroy();
    else answerBrokenRequest(error, socket, { target: answer?.writableEnded ? undefined : answer?.req.url });
  });
  return server;
}
