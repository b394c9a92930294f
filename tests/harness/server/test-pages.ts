/** The site of a content folder that is written for one test, as strangers, readers and owners get it. Closed when the test ends. */
import { join } from 'node:path';
import * as renderer from '../../../app/entry.server.tsx';
import { accessCookie } from '../../../app/session/token-cookies.ts';
import type { SiteConfig } from '../../../app/site-config.ts';
import { toRequestParts, toResponse } from '../../../backend/http/prepared-response.ts';
import type { ContentOptions } from '../../../markdown/open-content.ts';
import { createGateway, type Gateway } from '../../../server/gateway.ts';
import { createLog } from '../../../server/log.ts';
import { toContentRules } from '../../../server/open-site-content.ts';
import { createPages, type Pages, type PagesOptions } from '../../../server/pages/create-pages.ts';
import { createPreviewEndpoint } from '../../../server/preview/preview-endpoint.ts';
import { openPreviewLinks, type PreviewLinks } from '../../../server/preview/preview-links.ts';
import { createReadVisitor } from '../../../server/session/visitor.ts';
import siteConfig from '../../../site.config.ts';
import { type Files, type OnEnd, openTestContent, type TestContent } from '../markdown/test-content.ts';
import { openSearchOf } from '../markdown/test-search.ts';

export const siteUrl = 'https://site.test';

/** `liar`: a user who has written that they are an owner where users may write. */
export type Who = 'stranger' | 'unsettled' | 'reader' | 'liar' | 'owner';

export interface TestPages extends TestContent {
  pages: Pages;
  gateway: Gateway;
  previews: PreviewLinks;
  request(who: Who, path: string, init?: RequestInit): Promise<Response>;
  /** As a stranger. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  getText(path: string, headers?: Record<string, string>): Promise<string>;
  /** With `search`: waits until everything is indexed. */
  indexed(): Promise<void>;
}

export interface TestPagesOptions {
  site?: Partial<SiteConfig>;
  /** Only these paths are guarded. */
  guarded?: string[];
  content?: Partial<ContentOptions>;
  pages?: Partial<PagesOptions>;
  previewNow?: () => number;
  /** As with `npm run dev`. */
  isDevelopment?: boolean;
  /** Default false: pages cannot be searched. `unread`: nothing is indexed before the first question. */
  search?: boolean | 'unread';
  /** Takes what closes the site, for one that several tests share. */
  onEnd?: OnEnd;
}

const claims: Partial<Record<string, { sub: string; app_metadata?: { owner: unknown } }>> = {
  reader: { sub: 'r' },
  liar: { sub: 'l', app_metadata: { owner: 'true' } },
  owner: { sub: 'o', app_metadata: { owner: true } },
};

export async function openTestPages(files: Files, options: TestPagesOptions = {}): Promise<TestPages> {
  const signIn = { ...siteConfig.signIn, include: options.guarded ?? [] };
  const site = { ...siteConfig, signIn, ...options.site };
  const opened = await openTestContent(files, { ...toContentRules(site), ...options.content }, options.onEnd);
  const { content, folder, cacheFolder } = opened;
  const searched = options.search ? await openSearchOf(opened, options.onEnd) : undefined;
  if (options.search !== 'unread') await searched?.indexed();
  const readVisitor = createReadVisitor(async (token) => claims[token]);
  const previews = openPreviewLinks(join(cacheFolder, 'data'), options.previewNow);
  const securityHeaders = { 'x-content-type-options': 'nosniff' };
  const pages = createPages({
    site,
    previews,
    siteUrl,
    content,
    ...(searched && { search: searched.search }),
    build: {
      id: 'test',
      clientFolder: folder,
      scriptHashes: [],
      headHtml: '',
      entry: '/entry.js',
      render: async () => renderer,
      close: async () => undefined,
      ...(options.isDevelopment && { middleware: () => undefined }),
    },
    securityHeaders,
    readVisitor,
    backend: { key: 'key' },
    pageViews: { sign: (path) => `view-of-${path}`, countOf: () => undefined, onChange: () => undefined },
    contentFolder: folder,
    pictureFolder: join(cacheFolder, 'og'),
    ...options.pages,
  });
  const gateway = createGateway({
    siteUrl,
    clientFolder: join(cacheFolder, 'client'),
    pages,
    pictures: content,
    cdn: options.pages?.cdn,
    createPreview: createPreviewEndpoint({ siteUrl, content, previews, readVisitor }),
    readVisitor,
    securityHeaders,
    isReady: () => true,
    pageViews: {
      loginPath: site.signIn.login,
      countWithoutScript: false,
      onPageView: () => undefined,
      onFault: () => undefined,
    },
    log: createLog({ write: () => undefined }),
  });

  let requests = 0;
  async function request(who: Who, path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = who === 'stranger' ? {} : { cookie: `${accessCookie}=${who}` };
    const headers = { ...cookie, ...Object.fromEntries(new Headers(init.headers)) };
    const sent = new Request(siteUrl + path, { ...init, headers });
    // As the server does: what is cached is sent before the session is read.
    const prepared = gateway.findPrepared(toRequestParts(sent));
    if (prepared) return toResponse(prepared);
    requests += 1;
    // Each from another address, because questions of one address are limited.
    return gateway.fetch(sent, { address: `10.0.${requests >> 8}.${requests & 255}`, requestId: '' });
  }
  const get = (path: string, headers = {}) => request('stranger', path, { headers });
  return {
    ...opened,
    pages,
    gateway,
    previews,
    request,
    get,
    getText: async (path, headers) => (await get(path, headers)).text(),
    indexed: async () => searched?.indexed(),
  };
}
