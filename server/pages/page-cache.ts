import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { BoundedMap } from '../../backend/http/bounded-map.ts';
import { matchesEtag } from '../../backend/http/conditional-request.ts';
import {
  createPreparedResponse,
  type PreparedResponse,
  type RequestParts,
} from '../../backend/http/prepared-response.ts';
import { createEncodingPreference, type Encoding } from '../accept-encoding.ts';

/** A cache of responses that are the same for all visitors: rendered once, compressed once, dropped when their source changes. */

interface Entry {
  status: number;
  headers: Record<string, string>;
  shared: Readonly<Record<string, string>> | undefined;
  /** The text, until it has been compressed: then it is made from what was sent. */
  bytes: Uint8Array<ArrayBuffer> | undefined;
  /** By encoding; compressed on first use. */
  variants: Map<Encoding, Variant>;
  compressing: Map<Encoding, Promise<Variant>>;
}

interface Variant {
  etag: string;
  full: PreparedResponse;
  /** Created on first use, which is rare. */
  head?: PreparedResponse;
  notModified?: PreparedResponse;
}

/** A response before encoding: headers without length, encoding and ETag. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Further headers, for a CDN. */
  shared?: Readonly<Record<string, string>> | undefined;
}

/** For the metrics. */
export interface PageCacheFigures {
  /** Requests that were answered from the cache, and those that had to be rendered. */
  hits: number;
  misses: number;
  entries: number;
  bytes: number;
}

export interface PageCache {
  findPrepared(parts: RequestParts): PreparedResponse | undefined;
  /** Grows with each drop. A caller that reads what it renders before it calls `answer` asks for it before that. */
  generation(): number;
  /**
   * The response under `key`, created by `render` if it is missing. Concurrent calls for one key render once. `since`: the generation when
   * the caller began to read. What is older than a drop is not cached, neither here nor by a CDN.
   */
  answer(
    key: string,
    parts: RequestParts,
    render: () => Promise<Rendered>,
    since?: number,
  ): Promise<PreparedResponse>;
  /** Drops all responses of these paths, whatever their query. */
  drop(paths: string[] | 'all'): void;
  read(): PageCacheFigures;
}

export function createPageCache(maxBytes: number): PageCache {
  const entries = new BoundedMap<Entry>(maxBytes, sizeOf);
  const rendering = new Map<string, Promise<Entry>>();
  /** Incremented by each drop, so that renderings of an older state are not cached. */
  let generation = 0;
  let hits = 0;
  let misses = 0;
  const preferences = createEncodingPreference();
  const encodingFor = (parts: RequestParts): Encoding => preferences(parts.acceptEncoding)[0] ?? 'identity';

  async function make(key: string, render: () => Promise<Rendered>, since: number): Promise<Entry> {
    const { status, headers, body, shared } = await render();
    const entry: Entry = {
      status,
      headers,
      shared: status === 200 ? shared : undefined,
      bytes: toBytes(body),
      variants: new Map(),
      compressing: new Map(),
    };
    if (generation === since && status === 200) entries.set(key, entry);
    return entry;
  }

  /** A rendering of an older state is not shared with callers that began later. */
  function makeOnce(key: string, render: () => Promise<Rendered>, since: number): Promise<Entry> {
    if (since !== generation) return make(key, render, since);
    let made = rendering.get(key);
    if (!made) {
      made = make(key, render, since).finally(() => {
        if (rendering.get(key) === made) rendering.delete(key);
      });
      rendering.set(key, made);
    }
    return made;
  }

  function compressOnce(key: string, entry: Entry, encoding: Encoding): Promise<Variant> {
    let compressing = entry.compressing.get(encoding);
    if (!compressing) {
      compressing = encode(entry, encoding).then((variant) => {
        entry.variants.set(encoding, variant);
        entry.bytes = undefined;
        entry.compressing.delete(encoding);
        // It has another size now.
        if (entries.get(key) === entry) entries.set(key, entry);
        return variant;
      });
      entry.compressing.set(encoding, compressing);
    }
    return compressing;
  }

  return {
    findPrepared(parts) {
      const entry = entries.get(parts.url);
      const variant = entry?.variants.get(encodingFor(parts));
      if (!variant) return undefined;
      hits += 1;
      return choose(variant, parts);
    },

    generation: () => generation,

    async answer(key, parts, render, since = generation) {
      let entry = entries.touch(key);
      if (entry) hits += 1;
      else {
        misses += 1;
        entry = await makeOnce(key, render, since);
      }
      const encoding = encodingFor(parts);
      const variant = entry.variants.get(encoding) ?? (await compressOnce(key, entry, encoding));
      const chosen = choose(variant, parts);
      // It may be older than what was dropped meanwhile, of which a CDN is told before it gets this.
      return generation === since ? chosen : withoutHeaders(chosen, entry.shared);
    },

    drop(paths) {
      generation++;
      rendering.clear();
      if (paths === 'all') entries.clear();
      else {
        const dropped = new Set(paths);
        for (const key of entries.keys()) if (dropped.has(pathOf(key))) entries.delete(key);
      }
    },

    read: () => ({ hits, misses, entries: entries.count, bytes: entries.size }),
  };
}

/** A key begins with the path, followed by the query or the kind of response. */
function pathOf(key: string): string {
  const end = key.search(/[? ]/);
  return end < 0 ? key : key.slice(0, end);
}

const encoder = new TextEncoder();
/** Large enough for most pages in any script. */
const scratch = new Uint8Array(262_144);

/** Encodes into a scratch buffer and copies from there: `encode` reads the text twice, first to determine its length. */
function toBytes(text: string): Uint8Array<ArrayBuffer> {
  if (text.length * 3 > scratch.length) return encoder.encode(text);
  return scratch.slice(0, encoder.encodeInto(text, scratch).written);
}

function sizeOf(entry: Entry): number {
  let size = entry.bytes?.length ?? 0;
  for (const { full } of entry.variants.values()) size += full.body?.length ?? 0;
  return size;
}

function choose(variant: Variant, { method, ifNoneMatch }: RequestParts): PreparedResponse {
  const { etag, full } = variant;
  if (matchesEtag(ifNoneMatch, etag)) {
    variant.notModified ??= createPreparedResponse(304, withoutBody(full.headers), null);
    return variant.notModified;
  }
  if (method !== 'HEAD') return full;
  variant.head ??= createPreparedResponse(full.status, full.headers, null);
  return variant.head;
}

function withoutHeaders(prepared: PreparedResponse, names: Entry['shared']): PreparedResponse {
  if (!names) return prepared;
  const headers = Object.entries(prepared.headers).filter(([name]) => !(name in names));
  return createPreparedResponse(prepared.status, Object.fromEntries(headers), prepared.body);
}

/** The headers without those of a body. */
function withoutBody(headers: Record<string, string>): Record<string, string> {
  const { 'content-length': _length, 'content-encoding': _encoding, ...others } = headers;
  return others;
}

/** Each encoding has its own bytes and so its own strong ETag. */
async function encode(entry: Entry, encoding: Encoding): Promise<Variant> {
  const body = await compress(entry.bytes ?? (await decompress(entry)), encoding);
  const etag = `"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const headers: Record<string, string> = {
    ...entry.headers,
    ...entry.shared,
    etag,
    vary: entry.headers.vary === undefined ? 'Accept-Encoding' : `${entry.headers.vary}, Accept-Encoding`,
    'content-length': String(body.length),
  };
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return { etag, full: createPreparedResponse(entry.status, headers, body) };
}

/** The text of an entry, from any of its encodings. */
async function decompress({ variants }: Entry): Promise<Uint8Array<ArrayBuffer>> {
  for (const [encoding, { full }] of variants) {
    const body = full.body ?? new Uint8Array();
    if (encoding === 'identity') return body;
    const unpack = promisify(encoding === 'gzip' ? gunzip : brotliDecompress);
    return new Uint8Array(await unpack(body));
  }
  throw new Error('A cached page has neither its text nor what was sent.');
}

/** Compresses a page during a request. Brotli 5 is the best trade-off for HTML: higher levels take many times longer for a few percent. */
async function compress(
  bytes: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === 'identity') return bytes;
  if (encoding === 'gzip') return new Uint8Array(await promisify(gzip)(bytes, { level: 6 }));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return new Uint8Array(await promisify(brotliCompress)(bytes, { params }));
}
