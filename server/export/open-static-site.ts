/** The site without a port, a database or a visitor: what `npm run export` asks for its pages. */
import { join } from 'node:path';
import type { Content } from '../../markdown/open-content.ts';
import type { Search } from '../../markdown/search/open-search.ts';
import site from '../../site.config.ts';
import { openSiteBuild } from '../build/open-site-build.ts';
import type { SiteBuild } from '../build/site-build.ts';
import { createGateway, type Gateway } from '../gateway.ts';
import type { Log } from '../log.ts';
import { findContactAddress, openSiteContent, openSiteSearch } from '../open-site-content.ts';
import { createPages, type Pages } from '../pages/create-pages.ts';
import { createPublishedRuns } from '../running/published-runs.ts';
import { createSecurityHeaders } from '../security-headers.ts';
import { createReadVisitor } from '../session/visitor.ts';
import type { Settings } from '../settings.ts';

export interface StaticSite {
  siteUrl: string;
  /** Whether there is a hosted project, with which accounts work in the browser. */
  hasAccounts: boolean;
  content: Content;
  search: Search;
  build: SiteBuild;
  pages: Pages;
  gateway: Gateway;
  securityHeaders: Record<string, string>;
  close(): Promise<void>;
}

interface StaticSiteOptions {
  settings: Settings;
  environment: NodeJS.ProcessEnv;
  log: Log;
}

/** Views of files are not counted. */
const noViews = { sign: () => undefined, countOf: () => undefined, onChange: () => {} };

export async function openStaticSite(options: StaticSiteOptions): Promise<StaticSite> {
  const { settings, environment, log } = options;
  const { siteUrl, supabase, contentFolder, dataFolder } = settings;
  const build = await openSiteBuild({ dev: false, contentFolder });
  const contactAddress = findContactAddress(supabase, undefined);
  const content = await openSiteContent(settings, log, environment, contactAddress);
  const search = await openSiteSearch(content, settings, log);
  const securityHeaders = createSecurityHeaders({
    siteUrl,
    scriptHashes: build.scriptHashes,
    supabaseUrl: supabase?.url,
    captcha: site.signIn.captcha?.provider,
    wasm: true,
    dev: false,
  });
  // The files are the same for all: what asks for an account is no file, or finds out in the browser who is signed in.
  const readVisitor = createReadVisitor(async () => undefined);
  const warn = (message: string, cause: unknown) => log.error(message, { cause });
  const pages = createPages({
    site,
    siteUrl,
    content,
    build,
    securityHeaders,
    readVisitor,
    search,
    // Sample runs are for an owner who is about to set up the site.
    isOwned: () => true,
    ...(supabase && { runs: createPublishedRuns({ fetch, url: supabase.url, key: supabase.key, warn }) }),
    contentFolder,
    pictureFolder: join(dataFolder, 'cache', 'og'),
    warn,
    pageViews: noViews,
    backend: { url: supabase?.url, key: supabase?.key ?? '', hasAdmin: false, isStatic: true },
  });
  const gateway = createGateway({
    siteUrl,
    clientFolder: build.clientFolder,
    pages,
    pictures: content,
    readVisitor,
    securityHeaders,
    isReady: () => true,
    pageViews: {
      loginPath: site.signIn.login,
      countWithoutScript: false,
      onPageView: () => undefined,
      onFault: () => undefined,
    },
    log,
  });
  return {
    siteUrl,
    hasAccounts: supabase !== undefined,
    content,
    search,
    build,
    pages,
    gateway,
    securityHeaders,
    async close() {
      pages.close();
      await search.close();
      await content.close();
      await build.close();
    },
  };
}
