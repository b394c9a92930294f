/** For tests: a gateway with a temporary build folder and a small site. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createPreparedResponse } from '../../../backend/http/prepared-response.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../../../server/gateway.ts';
import { createLog, type ProcessLog } from '../../../server/log.ts';
import type { PageView, ViewFault } from '../../../server/page-view-endpoint.ts';
import type { Pages } from '../../../server/pages/create-pages.ts';
import type { FoundPicture } from '../../../server/pictures.ts';
import { createSecurityHeaders } from '../../../server/security-headers.ts';

export const siteUrl = 'https://site.test';
export const securityHeaders = createSecurityHeaders({ siteUrl, scriptHashes: [], dev: false });
export const script = 'console.log("a chunk of the site");\n'.repeat(40);
export const picture = '0123456789';

export interface TestSite {
  gateway: Gateway;
  folder: string;
  log: ProcessLog;
  /** All log lines. */
  logged(): Record<string, unknown>[];
  views: PageView[];
  viewFaults: ViewFault[];
  state: { ready: boolean };
  close(): Promise<void>;
}

export async function openTestSite(changes: Partial<Pages> = {}): Promise<TestSite> {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-test-'));
  const write = async (path: string, data: string | Buffer) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), data);
  };
  await write('client/assets/page-abc.js', script);
  await write('client/assets/page-abc.js.br', brotliCompressSync(script));
  await write('client/assets/page-abc.js.gz', gzipSync(script));
  await write('client/assets/large.woff2', Buffer.alloc(600_000, 7));
  await write('client/builds/latest.json', '{"id":"b1","timestamp":1}');
  await write('client/builds/meta/b1.json', '{"id":"b1","timestamp":1,"prerendered":[]}');
  await write('client/favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await write('client/.hidden', 'secret');
  await write('secret.txt', 'secret');
  await write('cat.svg', picture);

  const pictures: Record<string, FoundPicture> = {
    '/pictures/new/cat.svg': {
      file: join(folder, 'cat.svg'),
      type: 'image/svg+xml',
      current: true,
      audience: 'public',
      shownBy: [],
    },
    '/pictures/old/cat.svg': {
      file: join(folder, 'cat.svg'),
      type: 'image/svg+xml',
      current: false,
      audience: 'public',
      shownBy: [],
    },
    '/pictures/new/gone.svg': {
      file: join(folder, 'gone.svg'),
      type: 'image/svg+xml',
      current: true,
      audience: 'public',
      shownBy: [],
    },
  };
  const text: string[] = [];
  const log = createLog({ write: (batch) => text.push(batch) });
  const views: PageView[] = [];
  const viewFaults: ViewFault[] = [];
  const state = { ready: true };
  const gateway = createGateway({
    siteUrl,
    clientFolder: join(folder, 'client'),
    pages: { ...simplePages(), ...changes },
    backend: simpleBackend,
    readVisitor: async () => ({ state: 'signed-out' }),
    pictures: { findPicture: async (pathname) => pictures[pathname] },
    securityHeaders,
    isReady: () => state.ready,
    pageViews: {
      loginPath: '/login',
      countWithoutScript: true,
      onPageView: (view) => views.push(view),
      onFault: (fault) => viewFaults.push(fault),
    },
    log,
  });
  return {
    gateway,
    folder,
    log,
    logged() {
      log.flush();
      return text
        .join('')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
    views,
    viewFaults,
    state,
    close: () => rm(folder, { recursive: true }),
  };
}

/** Returns the request and its client address. */
const simpleBackend: GatewayOptions['backend'] = {
  async fetch(request, { remoteAddress } = {}) {
    const asked = { method: request.method, path: new URL(request.url).pathname, remoteAddress };
    return Response.json(asked, { headers: { 'cache-control': 'no-store', 'x-frame-options': 'ALLOW' } });
  },
};

const html = { 'content-type': 'text/html; charset=utf-8' };

/** A prepared page at /ready, a rendered page at /, and no others. */
function simplePages(): GatewayOptions['pages'] {
  const bytes = new TextEncoder().encode('<h1>Ready</h1>');
  const ready = createPreparedResponse(
    200,
    { ...html, 'content-length': String(bytes.length), ...securityHeaders },
    bytes,
  );
  return {
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === '/') return new Response(`<h1>${request.url}</h1>`, { headers: html });
      if (pathname === '/moved')
        return new Response(null, { status: 302, headers: { location: `${siteUrl}/login` } });
      return new Response('<h1>Page Not Found</h1>', { status: 404, headers: html });
    },
    findPrepared: ({ url }) => (url === '/ready' ? ready : undefined),
    renderError: async (_request, statusCode, message) =>
      new Response(`<h1>Error ${statusCode}</h1><p>${message}</p>`, { status: statusCode, headers: html }),
  };
}
