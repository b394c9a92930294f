/**
 * Serves the files of the build: assets, build manifests and files at the root, such as /favicon.ico. Small ones are cached in memory as
 * prepared responses in each encoding; a check of the disk at most once a second detects changes.
 */
import { createHash } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { matchesEtag } from '../backend/http/conditional-request.ts';
import { streamFile } from '../backend/http/file-stream.ts';
import {
  createPreparedResponse,
  type PreparedResponse,
  type RequestParts,
  toRequestParts,
  toResponse,
} from '../backend/http/prepared-response.ts';
import { createEncodingPreference, type Encoding } from './accept-encoding.ts';

export interface ClientFilesOptions {
  folder: string;
  securityHeaders: Record<string, string>;
  /** Files up to this size are cached in memory. */
  maxCachedBytes?: number;
  now?: () => number;
}

export interface ClientFiles {
  findPrepared(parts: RequestParts): PreparedResponse | undefined;
  /** The response for a file of the build; undefined if it does not exist. */
  find(request: Request): Promise<Response | undefined>;
}

interface PreparedFile {
  etag: string;
  full: PreparedResponse;
  head: PreparedResponse;
  notModified: PreparedResponse;
}

interface CachedFile {
  checkedAt: number;
  /** Size and modification time of the cached file. */
  stamp: string;
  byEncoding: Map<Encoding, PreparedFile>;
}

const checkEveryMs = 1000;
const suffixes: [Encoding, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
];

/** The paths of build files and their Cache-Control. Names never start with a dot, so hidden files are not served. */
const fileRules: [pattern: RegExp, cacheControl: string][] = [
  [/^\/assets\/(?:\w[\w.~@-]*\/)*\w[\w.~@-]*\.\w+$/, 'public, max-age=31536000, immutable'],
  [/^\/builds\/meta\/\w[\w.-]*\.json$/, 'public, max-age=31536000, immutable'],
  [/^\/builds\/latest\.json$/, 'public, max-age=1'],
  [/^\/\w[\w.-]*\.(?:svg|png|ico|txt|webmanifest|xml)$/, 'public, max-age=3600'],
];

/** The media types of what a build holds, by the end of the name. */
const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

export function createClientFiles(options: ClientFilesOptions): ClientFiles {
  const { folder, securityHeaders, maxCachedBytes = 524_288, now = Date.now } = options;
  const cache = new Map<string, CachedFile>();
  const preference = createEncodingPreference();

  function findPrepared(parts: RequestParts): PreparedResponse | undefined {
    const { url } = parts;
    const query = url.indexOf('?');
    const file = cache.get(query === -1 ? url : url.slice(0, query));
    if (!file || now() - file.checkedAt > checkEveryMs) return undefined;
    return choose(file, parts);
  }

  function choose(file: CachedFile, parts: RequestParts): PreparedResponse | undefined {
    for (const encoding of preference(parts.acceptEncoding)) {
      const prepared = file.byEncoding.get(encoding);
      if (!prepared) continue;
      if (matchesEtag(parts.ifNoneMatch, prepared.etag)) return prepared.notModified;
      return parts.method === 'HEAD' ? prepared.head : prepared.full;
    }
    return undefined;
  }

  async function find(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    const fileRule = fileRules.find(([pattern]) => pattern.test(pathname));
    if (!fileRule) return undefined;
    const path = join(folder, pathname);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) {
      cache.delete(pathname);
      return undefined;
    }

    const stamp = `${found.size}-${found.mtimeMs}`;
    const headers = {
      'content-type': mediaTypes[extname(path)] ?? 'application/octet-stream',
      'cache-control': fileRule[1],
    };
    if (found.size > maxCachedBytes)
      return serveLargeFile(request, path, found.size, {
        ...headers,
        etag: `"${stamp}"`,
        ...securityHeaders,
      });

    let file = cache.get(pathname);
    if (file?.stamp !== stamp) {
      file = { checkedAt: 0, stamp, byEncoding: await readEncodings(path, headers, securityHeaders) };
      cache.set(pathname, file);
    }
    file.checkedAt = now();
    const prepared = choose(file, toRequestParts(request));
    return prepared && toResponse(prepared);
  }

  return { findPrepared, find };
}

/** The file in each encoding that the build made. */
async function readEncodings(
  path: string,
  headers: Record<string, string>,
  securityHeaders: Record<string, string>,
): Promise<CachedFile['byEncoding']> {
  const byEncoding = new Map<Encoding, PreparedFile>();
  const varies = { vary: 'accept-encoding' };
  for (const [encoding, suffix] of suffixes) {
    const bytes = await readFile(path + suffix).catch(() => undefined);
    if (!bytes) continue;
    // Each encoding is a separate representation with its own ETag, made from its bytes.
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const common = { ...headers, ...varies, etag, ...securityHeaders };
    const whole = {
      ...common,
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      'content-length': String(bytes.byteLength),
    };
    byEncoding.set(encoding, {
      etag,
      full: createPreparedResponse(200, whole, bytes),
      head: createPreparedResponse(200, whole, null),
      notModified: createPreparedResponse(304, common, null),
    });
  }
  return byEncoding;
}

/** Not cached, and without an encoding. */
async function serveLargeFile(
  request: Request,
  path: string,
  size: number,
  headers: Record<string, string> & { etag: string },
): Promise<Response> {
  if (matchesEtag(request.headers.get('if-none-match'), headers.etag))
    return new Response(null, { status: 304, headers });
  // A Response for HEAD must not open the file: it would never be read to the end and closed.
  const body = request.method === 'HEAD' ? null : streamFile(await open(path));
  return new Response(body, { headers: { ...headers, 'content-length': String(size) } });
}
