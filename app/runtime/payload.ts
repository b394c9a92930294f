import type { NearPage } from '../../markdown/document.ts';
import { wordsAt } from '../current-site.ts';
import { decodePath } from '../decode-path.ts';
import { type Page, type Payload, payloadPath, type RedirectPayload } from '../page-data.ts';
import { PageMoved, PageUnavailable } from '../page-unavailable.ts';
import { buildId } from './build-manifest.ts';
import { RefusedRequest, readJson } from './fetch-json.ts';
import { shortHash } from './short-hash.ts';
import { isStaticSite } from './static-site.ts';

/** Reads the data of a page: its payload, and if that fails, the page itself. */

type Place = Pick<URL, 'pathname' | 'search'>;

export async function fetchPage(place: Place, signal?: AbortSignal): Promise<Page> {
  const prefetched = takePrefetched(place);
  if (prefetched) {
    const page = await prefetched.catch(() => undefined);
    if (page) return page;
  }
  try {
    return await readPayload(place, signal);
  } catch (error) {
    if (signal?.aborted || error instanceof PageMoved) throw error;
    throwIfMissing(error, place);
    if (isStaticSite()) throw toUnavailable(error, place);
    console.warn(`The payload of ${place.pathname} could not be read; asking for the page by itself.`, error);
  }
  return readPageItself(place, signal);
}

/** With the origin, because a path that starts with two slashes would be another host without it. */
function payloadAddress(place: Place): string {
  return location.origin + payloadPath(place, buildId());
}

async function readPayload(place: Place, signal: AbortSignal | undefined, version = ''): Promise<Page> {
  const payload = await readJson<Payload | RedirectPayload>(payloadAddress(place) + version, {
    // A static host may let it be kept for a while. It is asked whether the file is the same.
    cache: isStaticSite() ? 'no-cache' : 'force-cache',
    ...(signal && { signal }),
  });
  if (isRedirect(payload)) throw new PageMoved(payload.redirect);
  return findPage(payload, place);
}

function findPage(payload: Payload, { pathname }: Pick<Place, 'pathname'>): Page {
  const page = payload?.[shortHash(decodePath(pathname))];
  if (!page) throw new Error('The payload has no entry for this page.');
  return page;
}

/** The data of a page that the service worker has kept, and shows without a connection. */
export async function readKeptPage(pathname: string): Promise<Page> {
  const response = await caches.match(payloadAddress({ pathname, search: '' }));
  if (!response) throw new Error('Only the text of this page was kept.');
  return findPage((await response.json()) as Payload, { pathname });
}

function isRedirect(payload: Payload | RedirectPayload): payload is RedirectPayload {
  return typeof payload?.redirect === 'string';
}

async function readPageItself(place: Place, signal: AbortSignal | undefined): Promise<Page> {
  try {
    return await readJson<Page>('/page.json', {
      query: { path: place.pathname + place.search },
      ...(signal && { signal }),
    });
  } catch (error) {
    throwIfMissing(error, place);
    throw toUnavailable(error, place);
  }
}

/** Without a status in its cause it is the network that has failed. */
export function toUnavailable(cause: unknown, { pathname }: Place): PageUnavailable {
  const status = statusOf(cause);
  const words = wordsAt(pathname);
  return new PageUnavailable(status ?? 503, status ? words.couldNotMake : words.couldNotLoad, { cause });
}

function throwIfMissing(error: unknown, { pathname }: Place): void {
  const status = statusOf(error);
  if (status === 404 || status === 410) throw PageUnavailable.missing(status, pathname, nearOf(error));
}

/** What the server's answer to a path without a page has. */
function nearOf(error: unknown): NearPage[] {
  const { error: missing } = Object(error instanceof RefusedRequest && error.response.body) as {
    error?: { near?: NearPage[] };
  };
  return missing?.near ?? [];
}

function statusOf(error: unknown): number | undefined {
  return error instanceof RefusedRequest ? error.response.status : undefined;
}

/** Whether there was no answer at all. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof PageUnavailable && error.cause !== undefined && statusOf(error.cause) === undefined;
}

/** Content can change at any time, so prefetched data is valid for a short time only. */
const prefetchLifetimeMs = 30_000;
const prefetched = new Map<string, { page: Promise<Page>; at: number }>();

export function prefetchPage(place: Place, version = ''): Promise<Page> {
  const address = payloadAddress(place);
  const known = prefetched.get(address);
  if (known && Date.now() - known.at < prefetchLifetimeMs) return known.page;
  const page = readPayload(place, undefined, version);
  prefetched.set(address, { page, at: Date.now() });
  page.catch(() => prefetched.delete(address));
  return page;
}

/**
 * The page as it is now, also for the next `fetchPage`. What was prefetched of other pages may be outdated as well, and what a CDN has: the
 * version makes it another address.
 */
export async function readPageAnew(place: Place, version = 'gone'): Promise<Page> {
  prefetched.clear();
  try {
    return await prefetchPage(place, `&${version}`);
  } catch (error) {
    throwIfMissing(error, place);
    throw error;
  }
}

function takePrefetched(place: Place): Promise<Page> | undefined {
  const address = payloadAddress(place);
  const known = prefetched.get(address);
  if (known && Date.now() - known.at < prefetchLifetimeMs) return known.page;
  prefetched.delete(address);
  return undefined;
}
