/** GET /pictures/<hash>/<name>: a picture of the content folder. */
import { type FileHandle, open } from 'node:fs/promises';
import { parseByteRange } from '../backend/http/byte-range.ts';
import { isUnchanged, readRangeHeader } from '../backend/http/conditional-request.ts';
import { streamFile } from '../backend/http/file-stream.ts';
import type { Audience } from '../markdown/files/content-files.ts';
import type { CdnHeaders } from './cdn/cdn-headers.ts';
import { HttpError, notFound } from './http-error.ts';
import { picturePolicy } from './security-headers.ts';
import { isOwner } from './session/owners.ts';
import type { ReadVisitor } from './session/visitor.ts';

export interface PictureSource {
  findPicture(pathname: string): Promise<FoundPicture | undefined>;
}

export interface FoundPicture {
  /** Absolute. */
  file: string;
  /** Media type. */
  type: string;
  /** False when the URL has the hash of earlier bytes: it still works, but browsers must not cache it. */
  current: boolean;
  /** Who may see a page that shows it. */
  audience: Audience;
  /** The addresses of pages that show it, also of those that are not published. */
  shownBy: string[];
}

export function createPictures(
  source: PictureSource,
  readVisitor: ReadVisitor,
  cdn?: Pick<CdnHeaders, 'ofPicture' | 'notKept'>,
): (request: Request) => Promise<Response> {
  return async function servePicture(request) {
    const { pathname } = new URL(request.url);
    const picture = await source.findPicture(pathname);
    // Answered like a missing picture, so that names cannot be guessed.
    if (!picture || !(await mayShow(picture, request))) throw notFound(pathname);
    const response = await sendPicture(request, picture);
    if (cdn && isForEver(picture)) {
      // It may have been withdrawn since it was found, and a CDN would keep it.
      const now = await source.findPicture(pathname);
      const shared = now && isForEver(now) ? cdn.ofPicture(now.shownBy) : cdn.notKept;
      for (const [name, value] of Object.entries(shared)) response.headers.set(name, value);
    }
    return response;
  };

  async function mayShow({ audience }: FoundPicture, request: Request): Promise<boolean> {
    if (audience === 'public') return true;
    const visitor = await readVisitor(request);
    return audience === 'owner' ? isOwner(visitor) : visitor.state === 'signed-in';
  }
}

/** The bytes of a picture that the visitor may see. */
export async function sendPicture(request: Request, picture: FoundPicture): Promise<Response> {
  const { pathname } = new URL(request.url);
  const handle = await open(picture.file).catch((cause: NodeJS.ErrnoException) => {
    // Deleted between the two steps: it does not exist for the visitor.
    if (cause.code === 'ENOENT') throw notFound(pathname);
    throw cause;
  });
  let streaming = false;
  try {
    const response = await answer(request, picture, handle);
    streaming = response.body !== null;
    return response;
  } finally {
    // A body in progress closes the file itself at the end, on cancel and on error.
    if (!streaming) await handle.close();
  }
}

function isForEver({ audience, current }: FoundPicture): boolean {
  return audience === 'public' && current;
}

function cacheControlOf(picture: FoundPicture): string {
  if (picture.audience !== 'public') return 'private, no-store';
  return isForEver(picture) ? 'public, max-age=31536000, immutable' : 'no-cache';
}

async function answer(request: Request, picture: FoundPicture, handle: FileHandle): Promise<Response> {
  const { size, mtimeMs } = await handle.stat();
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}"`;
  const headers: Record<string, string> = {
    'content-type': picture.type,
    'cache-control': cacheControlOf(picture),
    etag,
    'accept-ranges': 'bytes',
    'content-security-policy': picturePolicy,
    // Feed readers show it on pages of their own.
    ...(picture.audience === 'public' && { 'cross-origin-resource-policy': 'cross-origin' }),
  };
  if (isUnchanged(request.headers, etag)) return new Response(null, { status: 304, headers });

  const wanted = request.method === 'GET' ? readRangeHeader(request.headers, etag) : null;
  const range = parseByteRange(wanted, size);
  if (range === 'outside') {
    throw new HttpError(416, 'The picture has no such range.', {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`;
  const { start, end } = range ?? { start: 0, end: size - 1 };
  headers['content-length'] = String(end - start + 1);
  const isEmpty = request.method === 'HEAD' || size === 0;
  const body = isEmpty ? null : streamFile(handle, { start, end });
  return new Response(body, { status: range ? 206 : 200, headers });
}
