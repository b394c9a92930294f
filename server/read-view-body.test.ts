import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { isBodyComplete } from './read-view-body.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** The result of `isBodyComplete` for the last of several requests in the tick after its head, when only this has been sent. */
async function askFor(sent: string, requests = 1): Promise<boolean> {
  const answer = Promise.withResolvers<boolean>();
  let seen = 0;
  const server = createServer((incoming: IncomingMessage, outgoing) => {
    seen += 1;
    if (seen === requests) process.nextTick(() => answer.resolve(isBodyComplete(incoming)));
    outgoing.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  ends.push(() => {
    socket.destroy();
    server.close();
  });
  socket.write(sent);
  return answer.promise;
}

const head = (length: number | string) =>
  `POST /views HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`;

test('a view that arrives in one chunk is complete', async () => {
  expect(await askFor(`${head(7)}{"a":1}`)).toBe(true);
});

test('a view after another one in the same chunk is complete', async () => {
  expect(await askFor(`${head(7)}{"a":1}${head(7)}{"a":2}`, 2)).toBe(true);
});

test('a view whose body has not fully arrived is not complete', async () => {
  expect(await askFor(head(7))).toBe(false);
  expect(await askFor(`${head(7)}{"a"`)).toBe(false);
});

test('a body of unknown length is not complete', async () => {
  const chunked =
    'POST /views HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n';
  expect(await askFor(chunked)).toBe(false);
});

test('a body that is too long for a view is not complete', async () => {
  expect(await askFor(head(5000) + 'x'.repeat(5000))).toBe(false);
});
