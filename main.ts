/** Starts the site: settings → backend → content → build → pages → gateway → listen. Shutdown closes them in reverse order. */
import { join } from 'node:path';
import { restrictDataFiles } from './backend/identity/restrict-files.ts';
import { handleUncaughtErrors } from './backend/uncaught-errors.ts';
import { explainFileFault } from './database/file-faults.ts';
import type { Content } from './markdown/open-content.ts';
import type { Search } from './markdown/search/open-search.ts';
import { createRequestCounter } from './server/admin/health/request-figures.ts';
import { openAdmin } from './server/admin/open-admin.ts';
import { findFreePort, metricsSettings, requireFreePort } from './server/bind-port.ts';
import { openSiteBuild } from './server/build/open-site-build.ts';
import type { SiteBuild } from './server/build/site-build.ts';
import { type Cdn, openCdn } from './server/cdn/open-cdn.ts';
import { requireSiteConfig } from './server/check-site-config.ts';
import { createGateway, type GatewayOptions } from './server/gateway.ts';
import { createFaultFinder, reportFaultsLater } from './server/links/report-faults.ts';
import { listen } from './server/listen.ts';
import { createLog } from './server/log.ts';
import { openNameSource } from './server/names/open-name-source.ts';
import { type EmbeddedBackend, openEmbeddedBackend } from './server/open-embedded-backend.ts';
import { openMonitoring } from './server/open-monitoring.ts';
import { findContactAddress, openSiteContent, openSiteSearch } from './server/open-site-content.ts';
import { createOwnershipEndpoint } from './server/ownership/ownership-endpoint.ts';
import { withoutTokens } from './server/page-views/ask-for-tokens.ts';
import { createViewReceiver } from './server/page-views/mark-owner-views.ts';
import { openPageViews, type SitePageViews } from './server/page-views/open-page-views.ts';
import { createPathCheck } from './server/page-views/path-exists.ts';
import { createPages } from './server/pages/create-pages.ts';
import { createPreviewEndpoint } from './server/preview/preview-endpoint.ts';
import { openPreviewLinks } from './server/preview/preview-links.ts';
import { createPublishedRuns } from './server/running/published-runs.ts';
import { createSecurityHeaders } from './server/security-headers.ts';
import { createReadVisitor, type ReadVisitor, type VerifyToken } from './server/session/visitor.ts';
import { readSettings, type Settings } from './server/settings.ts';
import { closeOnSignals, createShutdown } from './server/shutdown.ts';
import { StartUpError } from './server/start-up-error.ts';
import { writeStartUpNotice } from './server/start-up-notice.ts';
import site from './site.config.ts';
import { siteFolder } from './site-folder.ts';

const dev = process.argv.includes('--dev');
const { environment, settings } = await readAllSettings().catch(printAndExit);
const { stdout } = process;
const log = createLog({
  write: (text) => stdout.write(text),
  isTerminal: settings.logFormat === 'auto' ? stdout.isTTY === true : settings.logFormat === 'text',
  // Node knows what the terminal can show, and NO_COLOR.
  hasColors: stdout.isTTY === true && stdout.hasColors(),
});
const shutdown = createShutdown(log);
process.on('exit', log.flush);
handleUncaughtErrors({
  process,
  log: ({ level, message, ...fields }) => log[level](message, fields),
  close: () => shutdown.close(),
});
// The reader of our output has gone (EPIPE); the site keeps running.
stdout.on('error', () => {});

try {
  await start();
} catch (error) {
  await shutdown.close();
  printAndExit(error);
}

function printAndExit(error: unknown): never {
  console.error(error instanceof StartUpError ? error.message : (explainFileFault(error) ?? error));
  process.exit(1);
}

async function start(): Promise<void> {
  const { siteUrl, supabase } = settings;
  await requireFreePorts(settings);
  const isReady = () => !shutdown.isClosing();
  const underNpm = process.env.npm_lifecycle_event !== undefined;
  closeOnSignals({ process, shutdown, underNpm, ...(dev && { noticeMs: 0 }) });
  await restrictDataFiles(settings.dataFolder, ({ level, message, ...fields }) =>
    log[level](message, fields),
  );

  const backend = supabase ? undefined : await openEmbeddedBackend(settings, environment, log);
  if (backend) shutdown.add('backend', backend.close);

  const content = await openSiteContent(settings, log, environment, findContactAddress(supabase, backend));
  shutdown.add('content', content.close);
  const search = await openSiteSearch(content, settings, log);
  shutdown.add('search', search.close);

  const pathExists = createPathCheck(content);
  const pageViews = await openPageViews({ site, settings, database: backend?.database, pathExists, log });
  // Closed after the HTTP server and before the database: counted views are written.
  shutdown.add('page views', pageViews.close);

  const build = await openSiteBuild({ dev, contentFolder: settings.contentFolder });
  shutdown.add('build', build.close);

  const cdn = openSiteCdn(content, search, build);
  const securityHeaders = createSiteHeaders(settings, build);
  const verifyToken = backend?.verifyToken ?? (await verifyForHosted(settings));
  const readVisitor = createReadVisitor(verifyToken);
  const previews = openPreviewLinks(settings.dataFolder);
  const key = backend?.publicKey ?? supabase?.key ?? '';
  const access = { fetch: backend?.fetch ?? fetch, url: supabase?.url ?? siteUrl, key };
  const warn = (message: string, cause: unknown) => log.error(message, { cause });
  const pages = createPages({
    site,
    previews,
    siteUrl,
    content,
    build,
    securityHeaders,
    readVisitor,
    ...(cdn ? { cdn: cdn.headers, pageViews: withoutTokens(pageViews) } : { pageViews }),
    search,
    names: openNameSource(),
    isOwned: backend?.ownership.isOwned,
    runs: createPublishedRuns({ ...access, warn }),
    findLinkFaults: createFaultFinder(content),
    contentFolder: settings.contentFolder,
    pictureFolder: join(settings.dataFolder, 'cache', 'og'),
    warn,
    backend: { url: supabase?.url, key, keepsMail: backend?.mail !== undefined, hasAdmin: settings.admin },
  });
  cdn?.start(pages.dropAll);
  const requests = createRequestCounter();
  const monitoring = await openMonitoring({ settings, pages, pageViews, backend, log });
  shutdown.add('monitoring', monitoring.close);
  const gateway = createGateway({
    siteUrl,
    clientFolder: build.clientFolder,
    pages,
    backend,
    admin: openAdmin({
      ...settings,
      site,
      siteFile: join(siteFolder, 'site.config.ts'),
      content,
      verifyToken,
      requests,
      findCdnFault: cdn?.fault,
      warn,
      backend: access,
      embedded: backend,
      gitEnvironment: environment,
      commitSaves: site.writing?.commit,
    }),
    metrics: monitoring.metrics,
    mailBox: backend?.mail?.createBox(pages.renderMail),
    pictures: content,
    cdn: cdn?.headers,
    ownership: createOwnershipEndpoint({ siteUrl, ownership: backend?.ownership, readVisitor }),
    createPreview: createPreviewEndpoint({ siteUrl, content, previews, readVisitor }),
    readVisitor,
    securityHeaders,
    isReady,
    pageViews: { ...toViewOptions(pageViews, readVisitor), exchange: cdn && pageViews.exchange },
    log,
  });

  const server = await listen({
    ...settings,
    gateway,
    observers: [requests.record, ...monitoring.observers],
    securityHeaders,
    log,
    isReady,
    middleware: build.middleware,
    webSockets: backend?.webSockets,
  });
  shutdown.add('http', server.close);
  // They would keep the HTTP server from closing.
  shutdown.add('live pages', pages.close);
  search.start();
  reportFaultsLater({ content, site, log });
  printNotice(settings, content, backend);
}

/** Of the environment, and of site.config.ts. */
async function readAllSettings() {
  const wantsAnyPort = process.env.PORT?.trim() === '0';
  // Pages and headers contain the site's URL, so the port is chosen before they are created.
  const environment = wantsAnyPort ? { ...process.env, PORT: String(await findFreePort()) } : process.env;
  const settings = readSettings(environment);
  requireSiteConfig(site);
  return { environment, settings };
}

async function requireFreePorts({ host, port, metrics }: Settings): Promise<void> {
  await requireFreePort(host, port);
  const { address } = metrics ?? {};
  if (address) await requireFreePort(address.host, address.port, metricsSettings);
}

/** Undefined without a CDN, and in development. Closed before the content. */
function openSiteCdn(content: Content, search: Search, { id: buildId }: SiteBuild): Cdn | undefined {
  const { cdn } = settings;
  if (!cdn || dev) return undefined;
  const opened = openCdn({
    settings: cdn,
    site,
    content,
    search,
    buildId,
    log,
  });
  shutdown.add('cdn', opened.close);
  return opened;
}

function createSiteHeaders({ siteUrl, supabase }: Settings, { scriptHashes }: SiteBuild) {
  const captcha = site.signIn.captcha?.provider;
  return createSecurityHeaders({ siteUrl, scriptHashes, supabaseUrl: supabase?.url, captcha, dev });
}

function toViewOptions(pageViews: SitePageViews, readVisitor: ReadVisitor): GatewayOptions['pageViews'] {
  return {
    loginPath: site.signIn.login,
    countWithoutScript: site.pageViews.countWithoutScript,
    onPageView: createViewReceiver(pageViews, readVisitor),
    onFault: pageViews.discard,
  };
}

function printNotice(settings: Settings, content: Content, backend: EmbeddedBackend | undefined): void {
  const navigation = content.visiblePages('reader').navigation();
  const links = { mailLink: backend?.mail?.link, ownerLink: backend?.ownerLink };
  for (const line of writeStartUpNotice({ title: site.title, settings, navigation, ...links }))
    log.notice(line);
}

/** Imported only for a hosted project: the embedded backend has its own keys. */
async function verifyForHosted({ supabase }: Settings): Promise<VerifyToken> {
  if (!supabase) throw new Error('There is neither an embedded backend nor a hosted project.');
  const { createVerifyByJwks } = await import('./server/session/verify-by-jwks.ts');
  return createVerifyByJwks({
    supabaseUrl: supabase.url,
    jwtSecret: supabase.jwtSecret,
    warn: (message) => log.warn(message),
  });
}
