/** The S3 calls that the store needs, signed by aws4fetch. Every compatible store supports them. */
import { AwsClient } from 'aws4fetch';
import type { S3Settings } from '../../config/s3-settings.ts';
import { StoreFull, StoreUnavailable } from './file-store.ts';

export interface S3Client {
  put(key: string, body: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The object's length; undefined when it does not exist. */
  measure(key: string): Promise<number | undefined>;
  /** Undefined when the object does not exist. */
  get(key: string, range?: string): Promise<Response | undefined>;
  /** False when the object does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  startParts(key: string): Promise<string>;
  /** Returns the part's ETag. */
  putPart(key: string, uploadId: string, number: number, body: Uint8Array<ArrayBuffer>): Promise<string>;
  finishParts(key: string, uploadId: string, etags: readonly string[]): Promise<void>;
  dropParts(key: string, uploadId: string): Promise<void>;
  /** What follows the prefix in the names of objects, up to the next slash. */
  listFolders(prefix: string): Promise<string[]>;
  /** Uploads in parts that are neither finished nor dropped. */
  listUploads(prefix: string): Promise<{ key: string; uploadId: string }[]>;
}

type Fetch = typeof fetch;

/** The time until a response begins. A part over a slow connection takes long. */
const timeoutMs = 120_000;

export function createS3Client(settings: S3Settings, fetchIt: Fetch): S3Client {
  const signer = new AwsClient({
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    service: 's3',
    region: settings.region,
  });
  const address = (key: string, query = '') => `${settings.endpoint}/${settings.bucket}/${key}${query}`;

  async function send(url: string, init: RequestInit = {}): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await sendOnce(url, init);
      if (answer.status < 500 || attempt === 3) return answer;
      await answer.body?.cancel();
      await new Promise((done) => setTimeout(done, 100 * 2 ** attempt));
    }
  }

  async function sendOnce(url: string, init: RequestInit): Promise<Response> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    try {
      return await fetchIt(await signer.sign(url, { ...init, signal: controller.signal }));
    } catch (cause) {
      throw new StoreUnavailable('The S3 store does not answer.', { cause });
    } finally {
      // The response body may take as long as the reader wants.
      clearTimeout(timer);
    }
  }

  /** The text of a successful response: some S3 errors have status 200. */
  async function sendSuccessfully(
    url: string,
    init: RequestInit,
  ): Promise<{ text: string; headers: Headers }> {
    const answer = await send(url, init);
    const text = await answer.text().catch((cause: unknown) => {
      throw new StoreUnavailable('The S3 store broke off.', { cause });
    });
    if (!answer.ok || text.includes('<Error>')) throw refusal(answer.status, text);
    return { text, headers: answer.headers };
  }

  return {
    async put(key, body) {
      await sendSuccessfully(address(key), { method: 'PUT', body });
    },
    async measure(key) {
      const answer = await send(address(key), { method: 'HEAD' });
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw refusal(answer.status, '');
      return Number(answer.headers.get('content-length') ?? 0);
    },
    async get(key, range) {
      const answer = await send(address(key), range === undefined ? {} : { headers: { range } });
      if (answer.ok) return answer;
      const text = await answer.text().catch(() => '');
      if (answer.status === 404) return undefined;
      throw refusal(answer.status, text);
    },
    async copy(from, to) {
      const init = { method: 'PUT', headers: { 'x-amz-copy-source': `/${settings.bucket}/${from}` } };
      const answer = await send(address(to), init);
      const text = await answer.text().catch(() => '');
      if (answer.status === 404) return false;
      if (!answer.ok || text.includes('<Error>')) throw refusal(answer.status, text);
      return true;
    },
    async remove(key) {
      await discardResponse(await send(address(key), { method: 'DELETE' }));
    },
    async startParts(key) {
      const { text } = await sendSuccessfully(address(key, '?uploads='), { method: 'POST' });
      const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1];
      if (uploadId === undefined) throw new StoreUnavailable('The S3 store gave no upload id.');
      return uploadId;
    },
    async putPart(key, uploadId, number, body) {
      const query = `?partNumber=${number}&uploadId=${encodeURIComponent(uploadId)}`;
      const { headers } = await sendSuccessfully(address(key, query), { method: 'PUT', body });
      return headers.get('etag') ?? '';
    },
    async finishParts(key, uploadId, etags) {
      const parts = etags.map(
        (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      await sendSuccessfully(address(key, `?uploadId=${encodeURIComponent(uploadId)}`), {
        method: 'POST',
        body,
      });
    },
    async dropParts(key, uploadId) {
      const query = `?uploadId=${encodeURIComponent(uploadId)}`;
      await discardResponse(await send(address(key, query), { method: 'DELETE' }));
    },
    async listFolders(prefix) {
      const names: string[] = [];
      for (let next = ''; ; ) {
        const query = `list-type=2&delimiter=%2F&prefix=${encodeURIComponent(prefix)}${next}`;
        const { text } = await sendSuccessfully(`${settings.endpoint}/${settings.bucket}/?${query}`, {});
        const folders = [...text.matchAll(/<CommonPrefixes>\s*<Prefix>([^<]*)<\/Prefix>/g)];
        names.push(...folders.map(([, name = '']) => toText(name).slice(prefix.length).replace(/\/$/, '')));
        const token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1];
        if (token === undefined) return names;
        next = `&continuation-token=${encodeURIComponent(toText(token))}`;
      }
    },
    async listUploads(prefix) {
      const query = `uploads=&prefix=${encodeURIComponent(prefix)}`;
      const { text } = await sendSuccessfully(`${settings.endpoint}/${settings.bucket}/?${query}`, {});
      return [...text.matchAll(/<Upload>([\s\S]*?)<\/Upload>/g)].map(([, upload = '']) => ({
        key: toText(/<Key>([^<]*)</.exec(upload)?.[1] ?? ''),
        uploadId: toText(/<UploadId>([^<]*)</.exec(upload)?.[1] ?? ''),
      }));
    },
  };
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function toText(xml: string): string {
  return xml.replace(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => entities[name] ?? all);
}

/** After a removal a missing object is not an error. */
async function discardResponse(answer: Response): Promise<void> {
  const text = await answer.text().catch(() => '');
  if (!answer.ok && answer.status !== 404) throw refusal(answer.status, text);
}

function refusal(status: number, text: string): Error {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? '';
  const message = `The S3 store answered ${status} ${code}`.trim();
  const isFull = status === 507 || /Quota|StorageFull|InsufficientStorage/.test(code);
  return isFull ? new StoreFull(message) : new StoreUnavailable(message);
}
