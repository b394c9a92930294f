/** For tests: a site of real content, with visitors who are strangers, readers or owners. Closed when the test ends. */
import { join } from 'node:path';
import * as renderer from '../../../app/entry.server.tsx';
import { isGuarded } from '../../../app/guard/rules.ts';
import { accessCookie } from '../../../app/session/token-cookies.ts';
import type { SiteConfig } from '../../../app/site-config.ts';
import { toRequestParts, toResponse } from '../../../backend/http/prepared-response.ts';
import type { ContentOptions } from '../../../markdown/open-content.ts';
import { createGateway } from '../../../server/gateway.ts';
import { createLog } from '../../../server/log.ts';
import { createPages, type PagesOptions } from '../../../server/pages/create-pages.ts';
import { createPreviewEndpoint } from '../../../server/preview/preview-endpoint.ts';
import { openPreviewLinks, type PreviewLinks } from '../../../server/preview/preview-links.ts';
import { createReadVisitor } from '../../../server/session/visitor.ts';
import siteConfig from '../../../site.config.ts';
import { type Files, openTestContent, type TestContent } from '../markdown/test-content.ts';
import { openIndexedSearch } from '../markdown/test-search.ts';

export const siteUrl = 'https://site.test';

export type Who = 'stranger' | 'unsettled' | 'reader' | 'owner';

export interface ContentSite extends TestContent {
  previews: PreviewLinks;
  request(who: Who, path: string, init?: RequestInit): Promise<Response>;
}

export interface ContentSiteOptions {
  site?: Partial<SiteConfig>;
  /** Only these paths are guarded. */
  guarded?: string[];
  content?: Partial<ContentOptions>;
  pages?: Partial<PagesOptions>;
  previewNow?: () => number;
  /** The site has a search, completely indexed. */
  search?: boolean;
}

export async function openContentSite(files: Files, options: ContentSiteOptions = {}): Promise<ContentSite> {
  const signIn = { ...siteConfig.signIn, include: options.guarded ?? [] };
  const site = { ...siteConfig, ...options.site, signIn };
  const isOpen = (path: string) => !isGuarded(path, site);
  const opened = await openTestContent(files, {
    isOpen,
    languages: Object.keys(site.languages ?? {}),
    ...options.content,
  });
  const readVisitor = createReadVisitor(async (token) => {
    if (token === 'reader') return { sub: 'r' };
    return token === 'owner' ? { sub: 'o', app_metadata: { owner: true } } : undefined;
  });
  const search = options.search ? (await openIndexedSearch(opened)).search : undefined;
  const previews = openPreviewLinks(join(opened.cacheFolder, 'data'), options.previewNow);
  const pages = createPages({
    site,
    previews,
    siteUrl,
    content: opened.content,
    build: {
      id: 'test',
      clientFolder: opened.folder,
      scriptHashes: [],
      headHtml: '',
      entry: '/entry.js',
      render: async () => renderer,
      close: async () => undefined,
    },
    securityHeaders: {},
    readVisitor,
    backend: { key: 'key' },
    pageViews: { sign: (path) => `view-of-${path}`, countOf: () => undefined, onChange: () => undefined },
    contentFolder: opened.folder,
    pictureFolder: join(opened.cacheFolder, 'og'),
    ...(search && { search }),
    ...options.pages,
  });
  const gateway = createGateway({
    siteUrl,
    clientFolder: join(opened.cacheFolder, 'client'),
    pages,
    pictures: opened.content,
    createPreview: createPreviewEndpoint({ siteUrl, content: opened.content, previews, readVisitor }),
    readVisitor,
    securityHeaders: {},
    isReady: () => true,
    pageViews: {
      loginPath: signIn.login,
      countWithoutScript: false,
      onPageView: () => undefined,
      onFault: () => undefined,
    },
    log: createLog({ write: () => undefined }),
  });
  let requests = 0;
  return {
    ...opened,
    previews,
    async request(who, path, init = {}) {
      const cookie = who === 'stranger' ? {} : { cookie: `${accessCookie}=${who}` };
      const headers = { ...cookie, ...Object.fromEntries(new Headers(init.headers)) };
      const request = new Request(siteUrl + path, { ...init, headers });
      // As the server does: what is cached is sent before the session is read.
      const prepared = gateway.findPrepared(toRequestParts(request));
      if (prepared) return toResponse(prepared);
      requests += 1;
      // Each from another address, because questions of one address are limited.
      return gateway.fetch(request, { address: `10.0.${requests >> 8}.${requests & 255}`, requestId: '' });
    },
  };
}
