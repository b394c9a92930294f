/** Large bodies over a real connection, both ways. */
import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('an answer before the end of a large upload arrives and closes the connection', async () => {
  answer = async () => Response.json({ error: 'no' }, { status: 403 });
  const socket = connect(portOf(http), '127.0.0.1');
  socket.write(`PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`);
  const parts = await collect<Buffer>(socket);
  expect(Buffer.concat(parts).toString()).toMatch(/^HTTP\/1\.1 403 .*connection: close.*\{"error":"no"\}$/s);
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
