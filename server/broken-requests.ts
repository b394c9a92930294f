/** Answers for what never became a request: bytes that are not HTTP, headers without end, clients that stop in the middle. */
import type { Duplex } from 'node:stream';

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
  securityHeaders: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = chooseAnswer(error);
  const body = `${message}\n`;
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
    ...securityHeaders,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  // Closed at once, the answer could be lost with what the client is still sending; left open, a slow client would stay for ever.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function chooseAnswer(error: BrokenRequest): [status: number, message: string] {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'The request took too long.'];
    case 'HPE_HEADER_OVERFLOW':
      // Without an end of line in all of it, it is the address that does not end.
      return error.rawPacket?.includes('\r\n')
        ? [431, 'The headers of the request are too large.']
        : [400, 'This address is too long.'];
    default:
      return [400, 'This is not a valid request.'];
  }
}
