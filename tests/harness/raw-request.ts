import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: string;
}

/** Sends a request line exactly as given: `fetch` would normalize the paths that a test wants to send. */
export async function sendRaw(origin: string, target: string, method = 'GET'): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // A server that refuses an overlong line may close before everything is sent; its response is still read.
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  socket.write(
    `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
    'latin1',
  );
  await closed;
  return parseAnswer(Buffer.concat(chunks).toString('latin1'));
}

/** The bytes as they came over the wire; `fetch` would have unpacked them. */
export async function getEncoded(address: string, acceptEncoding: string) {
  const [response] = await once(get(address, { headers: { 'accept-encoding': acceptEncoding } }), 'response');
  const { headers } = response;
  return {
    encoding: headers['content-encoding'] ?? 'identity',
    etag: headers.etag,
    bytes: Buffer.concat(await response.toArray()),
  };
}

function parseAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
}
