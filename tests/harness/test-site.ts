/** The pages of a site over a content folder of one test, without a port: `Request → Response`. */
import { join } from 'node:path';
import * as renderer from '../../app/entry.server.tsx';
import { isGuarded } from '../../app/guard/rules.ts';
import { accessCookie } from '../../app/session/token-cookies.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { createGateway, type Gateway } from '../../server/gateway.ts';
import { createLog } from '../../server/log.ts';
import { createPages } from '../../server/pages/create-pages.ts';
import { createReadVisitor } from '../../server/session/visitor.ts';
import siteConfig from '../../site.config.ts';
import { type Files, openTestContent, type TestContent } from './markdown/test-content.ts';

export type Visitor = 'stranger' | 'reader' | 'owner';

export interface TestSite extends TestContent {
  gateway: Gateway;
  get(path: string, visitor?: Visitor, headers?: Record<string, string>): Promise<Response>;
  /** The text of a response, for a visitor. */
  text(path: string, visitor?: Visitor): Promise<string>;
  /** The data of a page, as its payload has it. */
  data(path: string): Promise<Record<string, unknown>>;
}

export interface TestSiteOptions {
  /** Paths that only signed-in readers can open, as in site.config.ts. */
  guarded?: string[];
  site?: Partial<SiteConfig>;
  now?: () => Date;
  watch?: boolean;
}

export const testSiteUrl = 'https://site.test';

export async function openTestSite(files: Files, options: TestSiteOptions = {}): Promise<TestSite> {
  const { guarded = [], watch = false } = options;
  const site: SiteConfig = { ...siteConfig, ...options.site };
  site.signIn = { ...site.signIn, include: [...(site.signIn.include ?? []), ...guarded] };
  const test = await openTestContent(files, {
    watch,
    isOpen: (path) => !isGuarded(path, site.signIn),
    ...(options.now && { now: options.now }),
  });
  const readVisitor = createReadVisitor(async (token) => {
    if (token === 'reader') return { sub: 'r' };
    return token === 'owner' ? { sub: 'o', app_metadata: { owner: true } } : undefined;
  });
  const securityHeaders = { 'x-content-type-options': 'nosniff' };
  const pages = createPages({
    site,
    siteUrl: testSiteUrl,
    content: test.content,
    build: {
      id: 'test',
      clientFolder: join(test.folder, '..', 'client'),
      scriptHashes: [],
      headHtml: '',
      entry: '/entry.js',
      render: async () => renderer,
      close: async () => undefined,
    },
    securityHeaders,
    readVisitor,
    backend: { key: 'key' },
    pageViews: { sign: () => undefined, countOf: () => undefined, onChange: () => undefined },
  });
  const gateway = createGateway({
    siteUrl: testSiteUrl,
    clientFolder: join(test.folder, '..', 'client'),
    pages,
    pictures: test.content,
    readVisitor,
    securityHeaders,
    isReady: () => true,
    pageViews: {
      loginPath: '/login',
      countWithoutScript: false,
      onPageView: () => undefined,
      onFault: () => undefined,
    },
    log: createLog({ write: () => undefined }),
  });

  async function get(path: string, visitor: Visitor = 'stranger', headers: Record<string, string> = {}) {
    const cookie = visitor === 'stranger' ? '' : `${accessCookie}=${visitor}`;
    return gateway.fetch(new Request(testSiteUrl + path, { headers: { cookie, ...headers } }));
  }

  return {
    ...test,
    gateway,
    get,
    text: async (path, visitor) => (await get(path, visitor)).text(),
    async data(path) {
      const payload = await (await get(`${path === '/' ? '' : path}/_payload.json`)).json();
      return (Object.values(payload as object)[0] as { data: Record<string, unknown> }).data;
    },
  };
}
