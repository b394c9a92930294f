/** For tests: a server on loopback with the part of S3 that a file store needs, and as strict as S3 about signatures, lengths and parts. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findSignatureFault } from './s3-signature.ts';

export interface S3TestServer {
  settings: {
    endpoint: string;
    region: string;
    bucket: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  /** What is stored, by its key. */
  objects: Map<string, Buffer>;
  /** Uploads in parts that are neither complete nor dropped. */
  uploads: Map<string, { key: string; parts: Map<number, Buffer> }>;
  /** Answers the next requests for which this returns a status with that status, as a failing store does. */
  trouble: ((method: string, key: string) => number | undefined) | undefined;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

const minPartBytes = 5 * 1024 * 1024;

export async function startS3(options: { minPartBytes?: number } = {}): Promise<S3TestServer> {
  const least = options.minPartBytes ?? minPartBytes;
  const server = createServer(async (request, response) => {
    const body = await readBody(request).catch(() => undefined);
    if (body === undefined) return;
    const { status, headers = {}, body: content = '' } = answer(request, body);
    response.writeHead(status, { 'content-length': Buffer.byteLength(content), ...headers });
    response.end(request.method === 'HEAD' ? undefined : content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const store: S3TestServer = {
    settings: {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'eu-test-1',
      bucket: 'files',
      accessKeyId: 'AKIATEST',
      secretAccessKey: 'a secret of this test',
    },
    objects: new Map(),
    uploads: new Map(),
    trouble: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  function answer(request: IncomingMessage, body: Buffer): Answer {
    const { method = '', url = '', headers } = request;
    const address = new URL(url, store.settings.endpoint);
    const fault = findSignatureFault(request, address, store.settings);
    if (fault !== undefined) return refusal(403, fault);
    if (body.length > 0 && headers['content-length'] === undefined)
      return refusal(411, 'MissingContentLength');
    const [, bucket, ...rest] = address.pathname.split('/');
    if (bucket !== store.settings.bucket) return refusal(404, 'NoSuchBucket');
    const key = decodeURIComponent(rest.join('/'));
    const status = store.trouble?.(method, key);
    if (status !== undefined) return refusal(status, 'InternalError');
    const uploadId = address.searchParams.get('uploadId');
    if (method === 'POST' && address.searchParams.has('uploads')) return startUpload(key);
    if (method === 'GET' && address.searchParams.has('uploads')) return listUploads(address);
    if (method === 'GET' && address.searchParams.has('list-type')) return listFolders(address);
    if (uploadId !== null) return answerUpload(method, key, uploadId, address, body);
    const source = headers['x-amz-copy-source'];
    if (method === 'PUT') return typeof source === 'string' ? copy(source, key) : put(key, body);
    if (method === 'DELETE') {
      store.objects.delete(key);
      return { status: 204 };
    }
    return get(key, headers.range);
  }

  function put(key: string, body: Buffer): Answer {
    store.objects.set(key, body);
    return { status: 200, headers: { etag: tagOf(body) } };
  }

  function copy(source: string, key: string): Answer {
    const found = store.objects.get(decodeURIComponent(source).replace(`/${store.settings.bucket}/`, ''));
    if (found === undefined) return refusal(404, 'NoSuchKey');
    store.objects.set(key, found);
    return { status: 200, body: `<CopyObjectResult><ETag>${tagOf(found)}</ETag></CopyObjectResult>` };
  }

  function listUploads({ searchParams }: URL): Answer {
    const found = [...store.uploads].filter(([, { key }]) =>
      key.startsWith(searchParams.get('prefix') ?? ''),
    );
    const listed = found.map(
      ([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`,
    );
    return {
      status: 200,
      body: `<ListMultipartUploadsResult>${listed.join('')}</ListMultipartUploadsResult>`,
    };
  }

  /** Two names a page, so that lists have pages. */
  function listFolders({ searchParams }: URL): Answer {
    const prefix = searchParams.get('prefix') ?? '';
    const below = [...store.objects.keys()].filter(
      (key) => key.startsWith(prefix) && key.includes('/', prefix.length),
    );
    const folders = [
      ...new Set(below.map((key) => key.slice(0, key.indexOf('/', prefix.length) + 1))),
    ].sort();
    const rest = folders.filter((name) => name > (searchParams.get('continuation-token') ?? ''));
    const page = rest.slice(0, 2);
    const next = rest.length > 2 ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const listed = page.map((name) => `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`);
    return { status: 200, body: `<ListBucketResult>${listed.join('')}${next}</ListBucketResult>` };
  }

  function get(key: string, range: string | undefined): Answer {
    const found = store.objects.get(key);
    if (found === undefined) return refusal(404, 'NoSuchKey');
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (first === undefined) return { status: 200, body: found, headers: { etag: tagOf(found) } };
    if (Number(first) >= found.length) return refusal(416, 'InvalidRange');
    return { status: 206, body: found.subarray(Number(first), Number(last) + 1) };
  }

  function startUpload(key: string): Answer {
    const id = `upload+${store.uploads.size}/${Math.random()}`;
    store.uploads.set(id, { key, parts: new Map() });
    return { status: 200, body: `<R><UploadId>${id}</UploadId></R>` };
  }

  function answerUpload(method: string, key: string, id: string, address: URL, body: Buffer): Answer {
    const upload = store.uploads.get(id);
    if (upload?.key !== key) return refusal(404, 'NoSuchUpload');
    if (method === 'PUT') {
      upload.parts.set(Number(address.searchParams.get('partNumber')), body);
      return { status: 200, headers: { etag: tagOf(body) } };
    }
    store.uploads.delete(id);
    return method === 'DELETE' ? { status: 204 } : completeUpload(key, upload.parts, body.toString());
  }

  function completeUpload(key: string, parts: Map<number, Buffer>, body: string): Answer {
    const listed = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
    const chosen = listed.map(([, number, tag]) => {
      const part = parts.get(Number(number));
      return part !== undefined && tagOf(part) === tag ? part : undefined;
    });
    const good = chosen.filter((part) => part !== undefined);
    if (good.length === 0 || good.length !== chosen.length) return refusal(400, 'InvalidPart');
    if (good.slice(0, -1).some((part) => part.length < least)) return refusal(400, 'EntityTooSmall');
    store.objects.set(key, Buffer.concat(good));
    return { status: 200, body: '<CompleteMultipartUploadResult/>' };
  }

  return store;
}

function refusal(status: number, code: string): Answer {
  return { status, body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>` };
}

function tagOf(body: Buffer): string {
  return `"${createHash('md5').update(body).digest('hex')}"`;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}
