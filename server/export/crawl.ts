/** Asks the site for its pages, follows their links, and hands over each answer as a file. */
import { refreshCookie } from '../../app/session/token-cookies.ts';
import { findAddresses, isFile } from './find-addresses.ts';
import { writeRedirectPage } from './host-files.ts';
import type { StaticSite } from './open-static-site.ts';

export interface CrawlOptions {
  from: Pick<StaticSite, 'gateway' | 'siteUrl'>;
  /** Paths to begin with. It is no fault when nothing is there. */
  start: readonly string[];
  /** What only a server answers. */
  needsServer(path: string): boolean;
  /** Pages that find out in the browser who is signed in. */
  shells: readonly string[];
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Whether a file whose name holds the hash of its bytes is there still. */
  keep(name: string): boolean;
  onProgress(done: number, known: number): void;
}

export interface CrawlResult {
  /** The paths of the pages. */
  pages: string[];
  /** Links that lead nowhere, with the page on which each stands. */
  missing: Link[];
  /** The same of those that lead somewhere on a server. */
  onlyByServer: Link[];
}

interface Link {
  path: string;
  linkedFrom: string;
}

/** What waits for a file is little next to what waits for the processor. */
const atOnce = 8;
/** Their names have the hash of their bytes. */
const hashed = /^\/(?:pictures|og)\//;

export async function crawl(options: CrawlOptions): Promise<CrawlResult> {
  const { from, write, keep } = options;
  const linkedFrom = new Map<string, string | undefined>();
  for (const path of [...options.start, ...options.shells]) linkedFrom.set(path, undefined);
  const queue = [...new Set(options.start)];
  const missing: Link[] = [];
  const onlyByServer: Link[] = [];
  const pages: string[] = [];
  let done = 0;

  function add(address: string, page: string): void {
    if (linkedFrom.has(address)) return;
    linkedFrom.set(address, page);
    if (options.needsServer(address)) note(onlyByServer, address);
    else if (!address.includes('?')) queue.push(address);
  }

  function note(links: Link[], path: string): void {
    const page = linkedFrom.get(path);
    if (page !== undefined) links.push({ path, linkedFrom: page });
  }

  async function ask(path: string, cookie?: string): Promise<Response> {
    const headers = { accept: '*/*', ...(cookie && { cookie }) };
    return from.gateway.fetch(new Request(from.siteUrl + path, { headers }));
  }

  async function visit(path: string): Promise<void> {
    if (hashed.test(path) && keep(toName(path))) return;
    const response = await ask(path);
    const { status, headers } = response;
    const isGuarded = headers.get('cache-control')?.includes('private') ?? false;
    if (isGuarded) note(onlyByServer, path);
    else if (status >= 300 && status < 400) return follow(path, headers.get('location') ?? '/');
    else if (status === 404) note(missing, path);
    if (status !== 200 || isGuarded) {
      await response.body?.cancel();
      // What is guarded or gone is left out; anything else would leave a hole.
      if (status >= 500) throw new Error(`${path} could not be made: the site answered ${status}.`);
      return;
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (!headers.get('content-type')?.startsWith('text/html')) return write(toName(path), bytes);
    pages.push(path);
    for (const address of findAddresses(Buffer.from(bytes).toString(), from.siteUrl)) add(address, path);
    await write(toPageName(path), bytes);
    await writePayload(path);
  }

  /** An address that leads to another one, of this site or not. */
  async function follow(path: string, location: string): Promise<void> {
    const target = new URL(location, from.siteUrl);
    const isOwn = target.origin === from.siteUrl;
    if (isOwn && (await ask(target.pathname)).status !== 200) return;
    if (isOwn) add(target.pathname, path);
    const to = isOwn ? target.pathname + target.search + target.hash : target.href;
    if (!isFile(path)) await write(toPageName(path), writeRedirectPage(to));
  }

  async function writePayload(path: string, cookie?: string): Promise<void> {
    const name = `${path === '/' ? '' : path}/_payload.json`;
    const response = await ask(name, cookie);
    if (response.status !== 200)
      throw new Error(`${name} could not be made: the site answered ${response.status}.`);
    await write(toName(name), new Uint8Array(await response.arrayBuffer()));
  }

  /** The layout of a page, and its data, which are the same for all. */
  async function writeShell(path: string): Promise<void> {
    const cookie = `${refreshCookie}=unsettled`;
    const response = await ask(path, cookie);
    if (response.status !== 200)
      throw new Error(`${path} could not be made: the site answered ${response.status}.`);
    await write(toPageName(path), new Uint8Array(await response.arrayBuffer()));
    await writePayload(path, cookie);
  }

  async function work(): Promise<void> {
    while (done < queue.length) {
      const path = queue[done] ?? '/';
      done += 1;
      await visit(path);
      options.onProgress(done, queue.length);
    }
  }
  // One that finds nothing to do has ended, though a page that is still being made may have links.
  while (done < queue.length) await Promise.all(Array.from({ length: atOnce }, work));
  for (const path of options.shells) await writeShell(path);
  return { pages, missing, onlyByServer };
}

function toPageName(path: string): string {
  return `${path === '/' ? '' : `${toName(path)}/`}index.html`;
}

/** The name of a file, which is not percent-encoded. */
function toName(path: string): string {
  return decodeURIComponent(path.slice(1));
}
