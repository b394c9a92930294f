/** For tests: an HTTP server that acts as a hook. It verifies the signatures itself and gives configurable answers. */
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type Http2Bindings, type HttpBindings, serve } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** The node:http response: a hook may also break the connection, or never answer. */
type ServerResponse = HttpBindings['outgoing'];

/** A test reads into any JSON that it received. */
type Json = ReturnType<typeof JSON.parse>;

export interface HookCall {
  id: string;
  /** Whether one of the signatures was made with the server's secret, and the number of signatures. */
  isSigned: boolean;
  signatures: number;
  payload: Json;
}

export interface TestHook {
  uri: string;
  /** For `secrets` in config.toml. */
  secret: string;
  calls: HookCall[];
  /** The handler for the next calls. */
  answer: (response: ServerResponse, call: HookCall) => void;
  close(): Promise<void>;
}

export async function startTestHook(port = 0): Promise<TestHook> {
  const key = randomBytes(32);
  const fetch = async (request: Request, { outgoing }: HttpBindings | Http2Bindings) => {
    await receive(request, outgoing as ServerResponse);
    return RESPONSE_ALREADY_SENT;
  };
  const server = serve({ fetch, port, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  const taken = typeof address === 'object' ? address?.port : undefined;
  const hook: TestHook = {
    uri: `http://127.0.0.1:${taken}/hook`,
    secret: `v1,whsec_${key.toString('base64')}`,
    calls: [],
    answer: (response) => json(response, {}),
    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function receive(request: Request, response: ServerResponse): Promise<void> {
    const body = await request.text();
    const signatures = header(request, 'webhook-signature').split(' ');
    const call = {
      id: header(request, 'webhook-id'),
      isSigned: signatures.includes(`v1,${sign(request, body)}`) && isRecent(request),
      signatures: signatures.length,
      payload: JSON.parse(body),
    };
    hook.calls.push(call);
    hook.answer(response, call);
  }

  function sign(request: Request, body: string): string {
    const signed = [header(request, 'webhook-id'), header(request, 'webhook-timestamp'), body].join('.');
    return createHmac('sha256', key).update(signed).digest('base64');
  }
  return hook;
}

export function json(response: ServerResponse, value: unknown, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(value));
}

/** Answers with a hook's refusal. */
export function refuse(response: ServerResponse, message: string, code?: number): void {
  json(response, { error: { ...(code === undefined ? {} : { http_code: code }), message } });
}

function header(request: Request, name: string): string {
  return request.headers.get(name) ?? '';
}

function isRecent(request: Request): boolean {
  return Math.abs(Date.now() / 1000 - Number(header(request, 'webhook-timestamp'))) < 300;
}
