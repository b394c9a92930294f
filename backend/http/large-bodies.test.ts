/** Large bodies over a real connection, both ways. */
import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamFile } from './file-stream.ts';
import { createHttpServer, type HttpServer } from './http-server.ts';

const size = 5_000_001;
const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));
const content = Buffer.alloc(size, bytes);
let folder: string;
let http: HttpServer;
let origin: string;
let answer: (request: Request) => Promise<Response>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'porchlight-bodies-'));
  await writeFile(join(folder, 'file'), content);
  http = createHttpServer({ fetch: (request) => answer(request) });
  http.server.listen(0, '127.0.0.1');
  await once(http.server, 'listening');
  origin = `http://127.0.0.1:${portOf(http)}`;
});
afterAll(async () => {
  http.server.closeAllConnections();
  http.server.close();
  await rm(folder, { recursive: true });
});

function portOf({ server }: HttpServer): number {
  return (server.address() as AddressInfo).port;
}

/** A connection, and all that it has received. */
function connectTo(to: HttpServer) {
  const socket = connect(portOf(to), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  return { socket, read: () => received };
}

async function collect<Part>(parts: AsyncIterable<Part> | Iterable<Part>): Promise<Part[]> {
  const all: Part[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** Answers with the file; the handle shows whether it is closed. */
async function serveFile(range?: { start: number; end: number }): Promise<FileHandle> {
  const file = await open(join(folder, 'file'));
  const length = range ? range.end - range.start + 1 : size;
  answer = async () =>
    new Response(streamFile(file, range), { headers: { 'content-length': String(length) } });
  return file;
}

test.each([
  ['a whole file', undefined],
  ['a large part', { start: 70_000, end: 900_000 }],
  ['a small part', { start: 7, end: 11 }],
])('%s arrives, and is closed', async (_what, range) => {
  const file = await serveFile(range);
  const body = Buffer.from(await (await fetch(origin)).arrayBuffer());
  expect(body.equals(range ? content.subarray(range.start, range.end + 1) : content)).toBe(true);
  await expect.poll(() => file.fd).toBe(-1);
});

test('a file is closed when its reader leaves', async () => {
  const file = await serveFile();
  const socket = connect(portOf(http), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await expect.poll(() => file.fd).toBe(-1);
});

test('a body that fails is cut off', async () => {
  answer = async () => {
    const body = new ReadableStream({
      type: 'bytes',
      pull(controller) {
        if (controller.desiredSize === 0) controller.enqueue(new Uint8Array(10_000));
        throw new Error('The disk is gone.');
      },
    });
    return new Response(body, { headers: { 'content-length': String(size) } });
  };
  await expect(fetch(origin).then((response) => response.arrayBuffer())).rejects.toThrow();
});

test('a large upload is read as it arrives', async () => {
  answer = async (request) => {
    const parts = await collect(request.body ?? []);
    return Response.json({ parts: parts.length, whole: Buffer.concat(parts).equals(content) });
  };
  const response = await fetch(origin, { method: 'PUT', body: content });
  expect(await response.json()).toEqual({ parts: expect.any(Number), whole: true });
});

test('a handler that reads a large upload as text gets all of it', async () => {
  answer = async (request) => Response.json({ length: (await request.text()).length });
  const response = await fetch(origin, { method: 'POST', body: 'x'.repeat(size) });
  expect(await response.json()).toEqual({ length: size });
});

describe('an answer before the end of the body', () => {
  const refuse = async () => Response.json({ error: 'no' }, { status: 403 });
  const readFirst = async (request: Request) => {
    await request.body?.getReader().read();
    return refuse();
  };

  test.each([
    ['a small body that is not read', 20_000, refuse],
    ['a small body that is read in part', 20_000, readFirst],
    ['a large body that is not read', size, refuse],
    ['a large body that is read in part', size, readFirst],
  ])('leaves the connection open: %s', async (_kind, length, refusal) => {
    answer = refusal;
    const { socket, read } = connectTo(http);
    socket.write(`PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
    socket.write(content.subarray(0, length / 2));
    await expect.poll(read).toMatch(/^HTTP\/1\.1 403 .*\{"error":"no"\}$/s);
    // Longer than a request takes: the client is slow.
    await wait(1_000);
    answer = async () => new Response('the next answer');
    socket.write(content.subarray(length / 2, length));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(read).toMatch(/the next answer$/);
    socket.destroy();
  });

  test.each([
    ['has sent too much', { restBytes: 100_000 }, 'x'.repeat(1_000_000)],
    ['does not end', { restMs: 50 }, ''],
  ])('closes the connection of a client that %s', async (_kind, limits, rest) => {
    const limited = createHttpServer({ fetch: refuse, limits });
    limited.server.listen(0, '127.0.0.1');
    await once(limited.server, 'listening');
    const { socket, read } = connectTo(limited);
    // A reset is a way of closing, too.
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    socket.write(`PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`);
    await expect.poll(read).toMatch(/^HTTP\/1\.1 403 /);
    socket.write(rest);
    await closed;
    limited.server.close();
  });
});

test('an upload that is cut off fails for its reader', async () => {
  const read = Promise.withResolvers<unknown>();
  answer = async (request) => {
    await collect(request.body ?? []).then(read.resolve, read.reject);
    return new Response(null);
  };
  const socket = connect(portOf(http), '127.0.0.1');
  socket.write(`PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\nabc`);
  socket.end();
  await expect(read.promise).rejects.toThrow();
  socket.destroy();
});

test('a chunked body of a method that a Request cannot have is answered', async () => {
  answer = async (request) => new Response(null, { status: request.method === 'TRACE' ? 405 : 200 });
  const socket = connect(portOf(http), '127.0.0.1');
  socket.write(
    'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  );
  expect(Buffer.concat(await collect<Buffer>(socket)).toString()).toMatch(/^HTTP\/1\.1 405 /);
});
