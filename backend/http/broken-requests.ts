/** Responses to data that is not a complete request: bytes that are not HTTP, endless headers, clients that stop half-way. */
import type { Duplex } from 'node:stream';
import { toApiErrorBody } from './api-error.ts';

const lingerMs = 500;

const reasons: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

export type BrokenRequest = Error & { code?: string; rawPacket?: Buffer };

export function answerBrokenRequest(
  error: BrokenRequest,
  socket: Duplex,
  options: {
    /** The path or URL of the request, if it was parsed. */
    target?: string | undefined;
    headers?: Record<string, string>;
  } = {},
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = chooseAnswer(error);
  const path = (options.target ?? findTarget(error)).replace(/^https?:\/\/[^/]*/i, '');
  const body = JSON.stringify(toApiErrorBody(path, status, message));
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
    'access-control-allow-origin': '*',
    ...options.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  // If we closed at once, the response could be lost while the client still sends; if we never closed, a slow client would stay.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** The path in the raw bytes at which parsing failed, if they start with a request line. */
function findTarget({ rawPacket }: BrokenRequest): string {
  const [, target = ''] = /^[A-Z]+ (\S+)/.exec(rawPacket?.toString('latin1', 0, 200) ?? '') ?? [];
  return target;
}

/** The first line does not end, or takes more than half of the header limit. */
function isAddressTooLong({ rawPacket }: BrokenRequest): boolean {
  const end = rawPacket?.indexOf('\r\n') ?? 0;
  return end === -1 || end > 16_384;
}

function chooseAnswer(error: BrokenRequest): [status: number, message: string] {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'The request took too long.'];
    case 'HPE_HEADER_OVERFLOW':
      return isAddressTooLong(error)
        ? [400, 'This address is too long.']
        : [431, 'The headers of the request are too large.'];
    default:
      return [400, 'This is not a valid request.'];
  }
}
