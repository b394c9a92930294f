import { toSafePath } from '../../app/guard/safe-path.ts';
import { type LivePageNews, toPageVersion } from '../../app/page-version.ts';
import { parsePathname } from '../request-target.ts';
import { isOwner } from '../session/owners.ts';
import { toAddress } from './address.ts';
import { type PageContext, toPagePath } from './page-context.ts';
import { readForVisitor } from './read-for-visitor.ts';
import { privateNoStore } from './render-pages.ts';

/** GET /live-page?path=…: tells a browser that has a page open when the page changes, as server-sent events (decision 91). */
export interface LivePages {
  /** Undefined for visitors who may not listen: for them there is nothing at this address. */
  answer(request: Request, url: URL): Promise<Response | undefined>;
  /** Ends all connections, so that the server can close. Browsers connect again by themselves. */
  close(): void;
}

export interface LivePageLimits {
  /** Further connections are refused. */
  connections: number;
  /** Proxies end connections on which nothing is sent for a minute. */
  heartbeatMs: number;
  /** After this time the browser connects again, and shows that it is still the owner's. */
  lifetimeMs: number;
}

const defaultLimits: LivePageLimits = { connections: 32, heartbeatMs: 20_000, lifetimeMs: 30 * 60_000 };
const reconnectMs = 1000;

interface Listener {
  /** Sends what has changed since the last time. */
  check(): void;
  end(): void;
}

export function createLivePages(context: PageContext, changes: Partial<LivePageLimits> = {}): LivePages {
  const limits = { ...defaultLimits, ...changes };
  const listeners = new Set<Listener>();
  let isClosed = false;
  context.content.onChange(() => {
    for (const listener of listeners) listener.check();
  });

  return {
    async answer(request, url) {
      if (request.method !== 'GET' || isFromOtherSite(request)) return undefined;
      if (!context.isDevelopment && !isOwner(await context.readVisitor(request))) return undefined;
      const wanted = toSafePath(url.searchParams.get('path') ?? '');
      if (wanted === undefined) return undefined;
      if (isClosed || listeners.size >= limits.connections)
        return new Response(null, { status: 503, headers: { 'cache-control': privateNoStore } });
      const page = new URL(wanted, context.siteUrl);
      return stream(listeners, limits, () => readNews(context, request, page));
    },
    close() {
      isClosed = true;
      for (const { end } of listeners) end();
    },
  };
}

/** With the owner's cookies, such a page could use up the connections. */
function isFromOtherSite({ headers }: Request): boolean {
  return ['cross-site', 'same-site'].includes(headers.get('sec-fetch-site') ?? '');
}

async function readNews(context: PageContext, request: Request, page: URL): Promise<LivePageNews> {
  const path = toPagePath(parsePathname(page.pathname));
  const read = await readForVisitor(context, request, path, page.searchParams);
  if (read !== 'refused' && read.found) return { version: toPageVersion(read.found.page) };
  const moved = context.content.proposedRedirects().find(({ from }) => from === toAddress(path));
  return moved ? { movedTo: moved.to } : {};
}

function stream(
  listeners: Set<Listener>,
  { heartbeatMs, lifetimeMs }: LivePageLimits,
  read: () => Promise<LivePageNews>,
): Response {
  const encoder = new TextEncoder();
  let forget = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(`${text}\n\n`));
      const check = createCheck(read, (news) => listeners.has(listener) && send(`data: ${news}`));
      const heartbeat = setInterval(() => send(':'), heartbeatMs).unref();
      const lifetime = setTimeout(() => listener.end(), lifetimeMs).unref();
      const listener: Listener = {
        check,
        end() {
          forget();
          controller.close();
        },
      };
      forget = () => {
        clearInterval(heartbeat);
        clearTimeout(lifetime);
        listeners.delete(listener);
      };
      listeners.add(listener);
      send(`retry: ${reconnectMs}`);
      check();
    },
    // The browser has left.
    cancel: () => forget(),
  });
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': privateNoStore,
    // nginx would hold it back.
    'x-accel-buffering': 'no',
  };
  return new Response(body, { headers });
}

/** Changes that come while the page is being read are seen by one more reading. */
function createCheck(read: () => Promise<LivePageNews>, send: (news: string) => void): () => void {
  let isDue = false;
  let isReading = false;
  let sent: string | undefined;

  async function readWhileDue(): Promise<void> {
    isReading = true;
    while (isDue) {
      isDue = false;
      // A page that cannot be read stays as it is; a request for it reports the fault.
      const news = await read().then(JSON.stringify, () => sent);
      if (news !== sent && news !== undefined) send(news);
      sent = news;
    }
    isReading = false;
  }

  return () => {
    isDue = true;
    if (!isReading) void readWhileDue();
  };
}
