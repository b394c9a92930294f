/**
 * /service-worker.js: keeps the pages that were read, and shows them when there is no connection. With a connection every page comes from the
 * network. All requests but those for pages, and for files of pages that came from here, are left to the browser.
 */
import { payloadPath } from '../page-data.ts';
import { offlineNoteIn } from '../words/words.ts';
import {
  buildHeader,
  filesCache,
  filesHeader,
  isOfflinePage,
  type KeepMessage,
  keptAtHeader,
  offlinePath,
  pagesCache,
} from './kept-pages.ts';

/** The parts of lib.webworker, which excludes lib.dom, that are used here. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface NavigationEvent extends WorkerEvent {
  request: Request;
  clientId: string;
  resultingClientId: string;
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}
interface Worker extends EventTarget {
  addEventListener<Kind extends Event>(type: string, listener: (event: Kind) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: ServiceWorkerRegistration;
}
const worker = self as unknown as Worker;

const maxPages = 50;
const maxFileBytes = 2_000_000;

worker.addEventListener('install', () => void worker.skipWaiting());
worker.addEventListener('activate', (event: WorkerEvent) => event.waitUntil(activate()));
worker.addEventListener('message', (event: WorkerEvent & { data: KeepMessage }) =>
  event.waitUntil(inTurn(() => keepAsked(event.data))),
);
worker.addEventListener('fetch', (event: NavigationEvent) => {
  const { request, clientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  // Every navigation is answered, because the request that the browser has sent ahead would be repeated otherwise.
  if (request.mode === 'navigate') event.respondWith(answerNavigation(event));
  else if (isFile(pathname) && (showsKept.has(clientId) || !navigator.onLine))
    event.respondWith(answerFile(request));
});

/** The documents that were answered from here. */
const showsKept = new Set<string>();

async function activate(): Promise<void> {
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

let last: Promise<unknown> = Promise.resolve();

/** One after the other: what one keeps must not be dropped by another. */
function inTurn(work: () => Promise<unknown>): Promise<unknown> {
  last = last.then(work).catch(() => undefined);
  return last;
}

async function answerNavigation(event: NavigationEvent): Promise<Response> {
  const { request } = event;
  const url = new URL(request.url);
  const isDocument = request.destination === 'document';
  try {
    const response = (await event.preloadResponse) ?? (await fetch(request));
    if (isDocument) event.waitUntil(inTurn(keepOrDrop(url, response)));
    return response;
  } catch (error) {
    const kept = isDocument && (await readKept(url));
    if (!kept) throw error;
    showsKept.add(event.resultingClientId);
    return kept;
  }
}

async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request.url, { cacheName: filesCache })) ?? fetch(request);
}

function isFile(path: string): boolean {
  return /^\/(?:(?:assets|pictures)\/|theme\.css$)/.test(path);
}

/**
 * Whether all visitors get the same answer. A cookie cannot be seen here; the server sets none with such pages. A static host may say nothing
 * about its files, and add a slash to their addresses.
 */
function isPublicPage({ pathname }: URL, { status, redirected, url, headers }: Response): boolean {
  const isElsewhere = redirected && new URL(url).pathname !== `${pathname}/`;
  const isHtml = headers.get('content-type')?.startsWith('text/html') ?? false;
  const isPrivate = /\b(?:private|no-store)\b/.test(headers.get('cache-control') ?? '');
  return status === 200 && !isElsewhere && isHtml && !isPrivate;
}

/** A page that is gone, or no longer public, is not kept any longer. A server that fails says nothing about it. */
function keepOrDrop(url: URL, response: Response, loaded?: Loaded): () => Promise<void> {
  if (isPublicPage(url, response)) {
    // At once: the browser reads the response as soon as it is answered.
    const copy = response.clone();
    return () => keep(url, copy, loaded);
  }
  return async () => {
    const pages = await caches.open(pagesCache);
    if (response.status < 500 && (await pages.delete(url.pathname))) await dropUnused();
  };
}

/** Of the current page, or of one that was opened by the router, which fetches no HTML. */
async function keepAsked(message: KeepMessage): Promise<void> {
  const url = new URL(message.keep, location.origin);
  await keepOrDrop(url, await fetch(url, { headers: { accept: 'text/html' } }), message)();
}

/** The value of an attribute of `<html>`. */
function readMark(html: string, name: string): string | undefined {
  return new RegExp(`^[^>]*><html[^>]* ${name}="([^"]*)"`).exec(html)?.[1];
}

/** What a page on which React runs has loaded. */
type Loaded = Pick<KeepMessage, 'build' | 'files'>;

async function keep({ pathname, search }: URL, response: Response, loaded?: Loaded): Promise<void> {
  const html = await response.text();
  const rule = readMark(html, 'data-keep');
  // Its content may depend on the query.
  if (rule === undefined || (search !== '' && rule !== 'any')) return;
  const build = readMark(html, 'data-build') ?? '';
  const pages = await caches.open(pagesCache);
  const before = await pages.match(pathname);
  const etag = response.headers.get('etag');
  const isSameText = etag !== null && before?.headers.get('etag') === etag;
  const isSameBuild = before?.headers.get(buildHeader) === build;
  // A page of a new build does not work with the scripts of an old one; its own come with the next visit.
  const used =
    loaded?.build === build
      ? [...loaded.files, payloadPath({ pathname, search: '' }, build)]
      : // Scripts of this build that an earlier visit has loaded; its payload, if it is still that of this text.
        filesOf(before).filter((file) => isSameBuild && (isSameText || isFile(file)));
  const inText = html.match(/\/(?:(?:assets|pictures)\/|theme\.css\?v=)[^"'\s<>),]+/g) ?? [];
  const files = await Promise.all([...new Set([...inText, ...used])].map(keepFile));
  const headers = new Headers(response.headers);
  // What is stored is decoded.
  for (const name of ['content-encoding', 'content-length', 'vary']) headers.delete(name);
  headers.set(keptAtHeader, new Date().toISOString());
  headers.set(buildHeader, build);
  headers.set(filesHeader, JSON.stringify(files.filter(Boolean)));
  await pages.put(pathname, new Response(html, { headers }));
  await dropUnused();
}

function filesOf(page: Response | undefined): string[] {
  return JSON.parse(page?.headers.get(filesHeader) ?? '[]') as string[];
}

/** Undefined for a file that is too large, that only some may see, or that is not there. */
async function keepFile(path: string): Promise<string | undefined> {
  const files = await caches.open(filesCache);
  // A change of a file is a change of its name; payloads change.
  if (isFile(path) && (await files.match(path))) return path;
  const response = await fetch(path);
  const { ok, headers } = response;
  if (!ok || /private/.test(headers.get('cache-control') ?? '')) return undefined;
  if (Number(headers.get('content-length')) > maxFileBytes) return undefined;
  await files.put(path, response);
  return path;
}

/** The oldest pages beyond the limit, and files that no page needs any more, as those of an earlier build. */
async function dropUnused(): Promise<void> {
  const pages = await caches.open(pagesCache);
  const files = await caches.open(filesCache);
  const kept = await Promise.all(
    (await pages.keys()).map(async ({ url }) => {
      const page = await pages.match(url);
      // The page that says that there is no connection always stays.
      const at = isOfflinePage(new URL(url).pathname) ? 'stays' : (page?.headers.get(keptAtHeader) ?? '');
      return { url, page, at };
    }),
  );
  kept.sort((a, b) => (a.at < b.at ? 1 : -1));
  for (const { url } of kept.splice(maxPages)) await pages.delete(url);
  const used = new Set(kept.flatMap(({ page }) => filesOf(page)).map((file) => location.origin + file));
  for (const { url } of await files.keys()) if (!used.has(url)) await files.delete(url);
}

/** The page as it was read, or the one that says that there is no connection. */
async function readKept({ pathname, search }: URL): Promise<Response | undefined> {
  const pages = await caches.open(pagesCache);
  const ofLanguage = `/${pathname.split('/', 2)[1]}${offlinePath}`;
  const inLanguage = await pages.match(ofLanguage);
  const offline = inLanguage ? ofLanguage : offlinePath;
  const page = await pages.match(pathname);
  const html = (await page?.text()) ?? '';
  if (page && (search === '' || readMark(html, 'data-keep') === 'any')) {
    const note = isOfflinePage(pathname) ? '' : writeNote(html, page, offline);
    return toDocument(html.replace(/(?=<\/body>)/, note), page, pathname);
  }
  const instead = inLanguage ?? (await pages.match(offline));
  const text = (await instead?.text())?.replace('<html', '<html data-offline');
  return instead && text !== undefined ? toDocument(text, instead, offline) : undefined;
}

/** Without the token of its view: it was counted when it was read. */
function toDocument(html: string, { headers }: Response, path: string): Response {
  const text = html.replace(/ data-view="[^"]*"/, '').replace('<html', `<html data-kept="${path}"`);
  return new Response(text, { headers });
}

function writeNote(html: string, { headers }: Response, offline: string): string {
  const language = readMark(html, 'lang') ?? 'en';
  const words = offlineNoteIn(language);
  const at = new Date(headers.get(keptAtHeader) ?? '');
  const moment = at.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' });
  return `<p class="offline-note" role="status"><span class="frame">${words.asRead(moment)} <a href="${offline}">${words.keptPages}</a></span></p>`;
}
