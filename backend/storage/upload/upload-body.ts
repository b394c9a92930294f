import { z } from 'zod';
import { findUnstorable } from '../../http/json-body.ts';
import type { Bytes } from '../files/file-store.ts';
import { invalidRequest, tooLarge } from '../storage-error.ts';
import { findBoundary, findParameter, readParts } from './multipart.ts';
import { readRequestBody } from './read-request-body.ts';

/** An uploaded file and its details. */
export interface UploadBody {
  mimeType: string;
  /** Can be read once. Throws when there are more bytes than allowed. */
  bytes: Bytes;
  /** The length that the client states, which is only a claim. */
  claimedLength: number | undefined;
  /** Valid after the bytes have been read: a form may have fields after the file. */
  details(): UploadDetails;
}

export interface UploadDetails {
  cacheControl: string;
  userMetadata: Record<string, unknown>;
}

export type JsonObject = Record<string, unknown>;

const maxFieldBytes = 1024 * 1024;
/** The size of boundaries and fields around the file of a form. */
const maxFormOverhead = 2 * maxFieldBytes;
const jsonObject = z.record(z.string(), z.unknown());

/** Reads an upload: the body is the file, or a form with one file. */
export async function readUploadBody(request: Request, maxBytes: number): Promise<UploadBody> {
  const contentType = request.headers.get('content-type') ?? '';
  const length = request.headers.get('content-length');
  const claimedLength = length === null ? undefined : Number(length);
  if (/^multipart\/form-data/i.test(contentType)) {
    if ((claimedLength ?? 0) > maxBytes + maxFormOverhead) throw tooLarge();
    const boundary = findBoundary(contentType);
    if (boundary === undefined) throw invalidRequest('The form names no boundary.');
    return readForm(request, boundary, maxBytes);
  }
  if ((claimedLength ?? 0) > maxBytes) throw tooLarge();
  const details = {
    cacheControl: requireCacheControl(request.headers.get('cache-control') ?? 'no-cache'),
    userMetadata: parseHeaderMetadata(request.headers.get('x-metadata')),
  };
  return {
    mimeType: contentType || 'application/octet-stream',
    bytes: limitBytes(readRequestBody(request), maxBytes),
    claimedLength,
    details: () => details,
  };
}

async function readForm(request: Request, boundary: string, maxBytes: number): Promise<UploadBody> {
  const parts = readParts(readRequestBody(request), boundary);
  const fields = new Map<string, string>();
  for (;;) {
    const { done, value: part } = await parts.next();
    if (done) throw invalidRequest('No content provided');
    const disposition = part.headers.get('content-disposition') ?? '';
    if (findParameter(disposition, 'filename') === undefined) {
      fields.set(findParameter(disposition, 'name') ?? '', await readField(part.bytes));
      continue;
    }
    const mimeType =
      fields.get('contentType') || part.headers.get('content-type') || 'application/octet-stream';
    return {
      mimeType,
      bytes: readFileThenFields(limitBytes(part.bytes, maxBytes), parts, fields),
      claimedLength: undefined,
      details: () => ({
        cacheControl: cacheControlOf(fields.get('cacheControl')),
        userMetadata: parseMetadata(fields.get('metadata') ?? fields.get('userMetadata')),
      }),
    };
  }
}

async function* readFileThenFields(
  file: Bytes,
  parts: ReturnType<typeof readParts>,
  fields: Map<string, string>,
): AsyncGenerator<Uint8Array> {
  yield* file;
  for await (const part of parts) {
    const disposition = part.headers.get('content-disposition') ?? '';
    if (findParameter(disposition, 'filename') !== undefined)
      throw invalidRequest('The form must hold one file.');
    fields.set(findParameter(disposition, 'name') ?? '', await readField(part.bytes));
  }
}

async function readField(bytes: Bytes): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of limitBytes(bytes, maxFieldBytes, 'metadata')) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}

/** Passes bytes through and throws above the limit. */
export async function* limitBytes(bytes: Bytes, most: number, what = 'object'): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of bytes) {
    size += piece.byteLength;
    if (size > most) throw tooLarge(what);
    yield piece;
  }
}

/** Converts seconds to a header; without seconds the response must be revalidated each time. */
export function cacheControlOf(seconds: string | undefined): string {
  return requireCacheControl(seconds ? `max-age=${seconds}` : 'no-cache');
}

/** It is sent with every download, so it must be a valid header. */
function requireCacheControl(value: string): string {
  if (!/^[\x20-\x7e]{0,200}$/.test(value)) throw invalidRequest('The cache control is not valid.');
  return value;
}

/** Anything but a JSON object counts as nothing, as in Supabase. */
export function parseMetadata(text: string | undefined): JsonObject {
  if (text === undefined) return {};
  if (text.length > maxFieldBytes) throw tooLarge('metadata');
  let metadata: JsonObject;
  try {
    metadata = jsonObject.parse(JSON.parse(text));
  } catch {
    return {};
  }
  const fault = findUnstorable(text, metadata);
  if (fault !== undefined) throw invalidRequest(`The metadata cannot be stored: ${fault}`);
  return metadata;
}

function parseHeaderMetadata(header: string | null): JsonObject {
  return header === null ? {} : parseMetadata(Buffer.from(header, 'base64').toString('utf8'));
}
