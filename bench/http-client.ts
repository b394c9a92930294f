import { Agent, request } from 'node:http';

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export interface HttpRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface HttpClient {
  /** GET on a keep-alive connection. The body is not decompressed. */
  get(path: string, encoding?: 'br' | 'identity'): Promise<Answer>;
  /** GET that must answer 200; the body as text. */
  getText(path: string): Promise<string>;
  getJson(path: string): Promise<unknown>;
  /** Any method, with exactly these headers. */
  send(request: HttpRequest): Promise<Answer>;
  close(): void;
}

/** A client for one origin on this machine that adds as little as possible to what it measures. */
export function createHttpClient(port: number, connections = 1): HttpClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });

  function get(path: string, encoding: 'br' | 'identity' = 'identity'): Promise<Answer> {
    return send({ method: 'GET', path, headers: { 'accept-encoding': encoding, accept: '*/*' } });
  }

  function send({ method, path, headers, body }: HttpRequest): Promise<Answer> {
    return new Promise((done, fail) => {
      const outgoing = request(
        { host: '127.0.0.1', port, method, path, headers, agent, timeout: 30_000 },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.once('error', fail);
          incoming.once('end', () =>
            done({
              status: incoming.statusCode ?? 0,
              headers: Object.fromEntries(
                Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
              ),
              body: Buffer.concat(chunks),
            }),
          );
        },
      );
      outgoing.once('timeout', () => outgoing.destroy(new Error(`No answer for ${path} within 30 s.`)));
      outgoing.once('error', fail);
      outgoing.end(body);
    });
  }

  async function getText(path: string): Promise<string> {
    const answer = await get(path);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}, not 200.`);
    return answer.body.toString('utf8');
  }

  return {
    get,
    send,
    getText,
    getJson: async (path) => JSON.parse(await getText(path)) as unknown,
    close: () => agent.destroy(),
  };
}
