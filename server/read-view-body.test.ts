import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { isViewHere } from './read-view-body.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** What `isViewHere` says in the tick after the head, for a request that is sent in these pieces. */
async function askFor(...pieces: string[]): Promise<boolean> {
  const answer = Promise.withResolvers<boolean>();
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    process.nextTick(() => answer.resolve(isViewHere(incoming)));
    outgoing.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  ends.push(() => {
    socket.destroy();
    server.close();
  });
  socket.setNoDelay(true);
  for (const piece of pieces) {
    socket.write(piece);
    await wait(50);
  }
  return answer.promise;
}

const head = (length: number | string) =>
  `POST /views HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

test('a view that comes in one piece is here', async () => {
  expect(await askFor(`${head(7)}{"a":1}`)).toBe(true);
});

test('a view behind another one in the same piece is here as well', async () => {
  expect(await askFor(`${head(7)}{"a":1}${head(7)}{"a":2}`)).toBe(true);
});

test('a view whose body comes later, or in two pieces, is not', async () => {
  expect(await askFor(head(7), '{"a":1}')).toBe(false);
  expect(await askFor(`${head(7)}{"a"`, ':1}')).toBe(false);
});

test('a body of unknown length is not', async () => {
  const chunked =
    'POST /views HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n';
  expect(await askFor(chunked)).toBe(false);
});

test('what is longer than a view may be is not', async () => {
  expect(await askFor(head(5000) + 'x'.repeat(5000))).toBe(false);
});
