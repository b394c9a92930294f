/** Writes every page that strangers may see, and what belongs to it, as files that any static host serves. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isGuarded } from '../../app/guard/rules.ts';
import { isNamePath, listsPath, namesPath } from '../../app/names/names-address.ts';
import { runningPath } from '../../app/running/run/run-address.ts';
import type { SiteConfig } from '../../app/site-config.ts';
import { listLanguages } from '../../app/site-language.ts';
import { toAddress as toContentPath } from '../../markdown/files/page-address.ts';
import type { RedirectRule } from '../../markdown/redirects/parse-redirects.ts';
import type { NamedPage } from '../../markdown/site-tree/site-view.ts';
import { writeNamesForBrowser } from '../../names/file/write-for-browser.ts';
import { namesFile } from '../../names/names-file.ts';
import { programFolder } from '../../site-folder.ts';
import { hashServerSources } from '../build/sources.ts';
import { toAddress } from '../pages/address.ts';
import { type CrawlResult, crawl } from './crawl.ts';
import { createFileWriter, type FileWriter } from './file-writer.ts';
import { writeHeadersFile, writeNginxFile, writeRedirectPage, writeRedirectsFile } from './host-files.ts';
import type { StaticSite } from './open-static-site.ts';
import type { OutputCounts, OutputFolder } from './output-folder.ts';
import { writeSearchIndex } from './search-index.ts';

type Write = FileWriter['write'];

export interface ExportOptions {
  site: SiteConfig;
  from: StaticSite;
  to: OutputFolder;
  /** Absolute. */
  contentFolder: string;
  /** Also writes `.br` and `.gz` beside each text. */
  compress: boolean;
  onProgress(done: number, known: number): void;
}

export interface ExportResult extends OutputCounts, CrawlResult {
  /** Nothing has changed since the last run, so no page was rendered. */
  isUnchanged: boolean;
  /** Pages that ask for an account, and are therefore no files. */
  guarded: number;
}

/** Pages and files that are there whether or not anything links to them. */
const fixed = ['/about', '/running', '/running/pace', namesPath, listsPath];
const fixedFiles = [
  'robots.txt',
  'sitemap.xml',
  'llms.txt',
  'llms-full.txt',
  'service-worker.js',
  'manifest.webmanifest',
];
/** What a folder of files cannot answer. */
const onlyByServer =
  /^\/(?:(?:auth|rest|storage|realtime|functions|admin)\/v1|_mail|preview|live-page|admin|stats|oauth)(?:\/|$)/;
/** Pages for which there are too many addresses. */
const madeInBrowser = new RegExp(`^(?:${namesPath}|${runningPath})/`);
const inEachLanguage = ['', '/posts', '/search', '/offline', '/tags', '/archive'];

/** When it fails, the folder stays as it was. */
export async function exportSite(options: ExportOptions): Promise<ExportResult> {
  try {
    return await writeSite(options);
  } catch (error) {
    await options.to.abandon();
    throw error;
  }
}

async function writeSite(options: ExportOptions): Promise<ExportResult> {
  const { from, to, site } = options;
  await from.content.complete();
  const open = from.content.visiblePages('public').pages();
  const guarded = from.content.visiblePages('reader').pages().length - open.length;
  const inputs = await hashInputs(options);
  const unchanged = to.findUnchanged(inputs);
  if (unchanged)
    return { ...unchanged, pages: [], missing: [], onlyByServer: [], guarded, isUnchanged: true };
  await from.search.complete();
  const writer = createFileWriter(to, options.compress);
  const { login, callback } = site.signIn;
  const ofAccounts = [login, callback, '/account'];
  const crawled = await crawl({
    ...options,
    ...writer,
    start: [
      ...listLanguagePrefixes(site).flatMap((prefix) => inEachLanguage.map((path) => prefix + path || '/')),
      ...fixed,
      ...(from.hasAccounts ? [login, callback] : []),
      ...[...open, ...listUnlisted(from.content)].map(({ path }) => toAddress(path)),
      ...fixedFiles.map((name) => `/${name}`),
    ].filter((path) => !isGuarded(path, site)),
    shells: from.hasAccounts ? ['/account'] : [],
    needsServer: (path) => {
      const { pathname } = new URL(path, from.siteUrl);
      return onlyByServer.test(pathname) || (!from.hasAccounts && ofAccounts.includes(pathname));
    },
  });
  const rules = listRedirects(options);
  for (const { from: path, isPattern, to: target } of rules)
    if (!isPattern && target !== undefined)
      await writer.write(`${path.slice(1)}/index.html`, writeRedirectPage(target));
  if (!isGuarded('/search', site))
    await writeSearchIndex({ ...options, content: from.content, write: writer.write });
  await writeHostFiles(options, rules, writer.write);
  await copyBuild(options, writer.copy);
  await writeBuildMeta(options, crawled.pages, writer.write);
  if (!isGuarded(namesPath, site)) await writeNames(options, writer.write);
  return { ...(await to.finish(inputs)), ...crawled, guarded, isUnchanged: false };
}

/** Pages that no other page names, for those who have been given the address. */
function listUnlisted(content: StaticSite['content']): NamedPage[] {
  const open = content.visiblePages('public');
  return content
    .visiblePages('owner')
    .pages()
    .filter(({ path, unlisted }) => unlisted && open.find(path)?.kind === 'page');
}

function listLanguagePrefixes(site: SiteConfig): string[] {
  return ['', ...listLanguages(site).map(({ prefix }) => prefix)];
}

/** Those that do not tell of pages which strangers must not know. */
function listRedirects({ from, site }: Pick<ExportOptions, 'from' | 'site'>): RedirectRule[] {
  const pages = from.content.visiblePages('public');
  const isOpen = ({ to }: RedirectRule) => {
    if (!to?.startsWith('/') || to.includes(':splat')) return true;
    const path = toContentPath(to.replace(/[?#].*$/s, '')) ?? '/';
    const found = from.content.visiblePages('owner').find(path);
    return !isGuarded(path, site) && (found === undefined || pages.find(path) !== undefined);
  };
  return from.content
    .redirectRules()
    .filter((rule) => isOpen(rule) && pages.find(rule.from)?.kind !== 'page');
}

async function writeHostFiles(
  { from }: Pick<ExportOptions, 'from'>,
  rules: readonly RedirectRule[],
  write: Write,
): Promise<void> {
  const texts = {
    _headers: writeHeadersFile(from.securityHeaders),
    _redirects: writeRedirectsFile(rules),
    'nginx.conf': writeNginxFile(from.securityHeaders, rules),
    '404.html': await (await from.pages.renderMissingShell()).text(),
    // GitHub Pages leaves out names with an underscore otherwise.
    '.nojekyll': '',
  };
  for (const [name, text] of Object.entries(texts)) await write(name, new TextEncoder().encode(text));
}

/** The files of the browser. Their compressed forms are there already. */
async function copyBuild(
  { from, compress }: ExportOptions,
  copy: (name: string, file: string) => Promise<void>,
): Promise<void> {
  const { clientFolder } = from.build;
  const entries = await readdir(clientFolder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    if (!entry.isFile() || (!compress && /\.(?:br|gz)$/.test(entry.name))) continue;
    if (entry.parentPath.endsWith(join('builds', 'meta'))) continue;
    const file = join(entry.parentPath, entry.name);
    await copy(file.slice(clientFolder.length + 1).replaceAll('\\', '/'), file);
  }
}

/** Tells the browser which of the pages that it could make are files: those that an owner has written, and runs that everybody may see. */
async function writeBuildMeta(
  { from: { build, content } }: ExportOptions,
  pages: readonly string[],
  write: Write,
): Promise<void> {
  const name = `builds/meta/${build.id}.json`;
  const meta: object = JSON.parse(await readFile(join(build.clientFolder, name), 'utf8'));
  const isName = (path: string) => isNamePath(path) && !content.visiblePages('public').find(path);
  const prerendered = pages.filter((path) => madeInBrowser.test(path) && !isName(path)).sort();
  await write(name, new TextEncoder().encode(JSON.stringify({ ...meta, prerendered })));
}

/** A browser reads the names themselves, and the layout of the page of each name is one file. */
async function writeNames({ from }: ExportOptions, write: Write): Promise<void> {
  await write(`${namesPath.slice(1)}/names.bin`, writeNamesForBrowser(await readFile(namesFile)));
  const shell = await from.pages.renderShell(`${namesPath}/emma`);
  await write(`${namesPath.slice(1)}/shell.html`, new Uint8Array(await shell.arrayBuffer()));
}

/** Of everything that the files are made from. Pages appear and expire with time, so what is visible now is part of it. */
async function hashInputs({ from, site, contentFolder, compress }: ExportOptions): Promise<string> {
  const hash = createHash('sha256');
  const add = (...parts: unknown[]) => hash.update(`${JSON.stringify(parts)}\n`);
  add(hashServerSources(programFolder), from.build.id, from.siteUrl, compress, site, from.securityHeaders);
  for (const { path, version, updated } of from.content.visiblePages('public').pages())
    add(path, version, updated);
  const entries = await readdir(contentFolder, { withFileTypes: true, recursive: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) {
    const { size, mtimeMs } = await stat(file);
    add(file.slice(contentFolder.length), size, mtimeMs);
  }
  // The runs of a hosted project may have changed.
  if (from.hasAccounts) add(Date.now());
  return hash.digest('base64url');
}
