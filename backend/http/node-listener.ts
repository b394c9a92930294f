/** `fetch` as the listener of a node:http server, with fast paths for small responses and large bodies. */
import type { ServerResponse } from 'node:http';
import { getRequestListener, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { toApiErrorResponse } from './api-error.ts';
import type { Connection } from './client-address.ts';
import { type DirectOutgoing, sendDirectBody } from './direct-body.ts';
import { type DirectIncoming, offerDirectSource } from './direct-source.ts';
import { TextResponse } from './text-response.ts';

export type Fetch = (request: Request, connection: Connection) => Promise<Response>;

export function createNodeListener(fetch: Fetch): ReturnType<typeof getRequestListener> {
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      offerDirectSource(request, incoming as DirectIncoming);
      const response = await fetch(request, { remoteAddress: incoming.socket.remoteAddress });
      if (response instanceof TextResponse) {
        (outgoing as ServerResponse).writeHead(response.status, response.flatHeaders()).end(response.content);
        return RESPONSE_ALREADY_SENT;
      }
      return (await sendDirectBody(response, outgoing as DirectOutgoing)) ? RESPONSE_ALREADY_SENT : response;
    },
    {
      overrideGlobalObjects: false,
      errorHandler: (error) =>
        error instanceof RequestError
          ? toApiErrorResponse('', 400, 'This is not a valid request.')
          : toApiErrorResponse('', 500, 'Something went wrong on our side.'),
    },
  );
}
