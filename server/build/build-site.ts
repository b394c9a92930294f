/** `porchlight build`: builds the React site into dist/<id>: the browser's files, the server's renderer, the boot script and the service worker. */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, createLogger, type Manifest } from 'vite';
import { renameDurably } from '../../database/durable-files.ts';
import { programFolder, siteFolder } from '../../site-folder.ts';
import { browserChunks } from './browser-chunks.ts';
import type { BuildRecord } from './site-build.ts';
import { hashSources } from './sources.ts';

/** Old builds that are kept, so that a process that still uses one finds its files. */
const buildsToKeep = 3;
const compressible = /\.(js|css|json|svg|html|txt|xml|webmanifest)$/;

export async function buildSite(log: (line: string) => void): Promise<string> {
  // Whatever the environment says, for example that of a test: React has another build for development.
  process.env.NODE_ENV = 'production';
  const contentFolder = resolve(siteFolder, process.env.CONTENT_DIR?.trim() || 'content');
  const id = await hashSources({ programFolder, siteFolder, contentFolder });
  const dist = join(siteFolder, 'dist');
  const target = join(dist, id);
  const work = join(dist, `.making-${id}-${process.pid}`);
  const started = Date.now();
  log(`Building the site (${id}) …`);
  try {
    const manifest = await buildBrowser(join(work, 'client'));
    await buildServer(join(work, 'server'));
    const bootScript = await buildScript('app/boot.ts', join(work, 'boot'));
    if (bootScript.includes('</script')) throw new Error('The boot script must not contain "</script".');
    const serviceWorker = await buildScript('app/offline/service-worker.ts', join(work, 'worker'));
    const searchDialog = await buildSearchDialog(join(work, 'client'));
    writeManifests(join(work, 'client'), id);
    const record: BuildRecord = { id, bootScript, serviceWorker, searchDialog, ...readEntry(manifest) };
    writeFileSync(join(work, 'build.json'), JSON.stringify(record, null, 2));
    await compressFolder(join(work, 'client'));
    await publish(work, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  await removeOldBuilds(dist, id);
  log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  return target;
}

const silent = {
  logLevel: 'warn',
  customLogger: createQuietLogger(),
  root: programFolder,
  configFile: join(programFolder, 'vite.config.ts'),
  configLoader: 'native',
  mode: 'production',
} as const;

/** The CSS minifier does not support `:target-current` (scroll spy without script) yet; browsers without it ignore the rule. */
function createQuietLogger() {
  const logger = createLogger('warn');
  const { warn } = logger;
  logger.warn = (message, options) => {
    if (!message.includes('target-current')) warn(message, options);
  };
  return logger;
}

async function buildBrowser(outDir: string): Promise<Manifest> {
  await build({
    ...silent,
    build: {
      outDir,
      manifest: true,
      emptyOutDir: true, // The boot script waits for the entry's `ready`, so its exports stay.
      modulePreload: browserChunks.modulePreload,
      rolldownOptions: {
        input: 'app/entry.browser.tsx',
        output: browserChunks.output,
        preserveEntrySignatures: 'exports-only',
      },
    },
  });
  const file = join(outDir, '.vite', 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  rmSync(join(outDir, '.vite'), { recursive: true });
  return manifest;
}

/**
 * A build is published by renaming its complete folder. Another process may have built the same and published first, and may already serve
 * it; then its build stays, because the two are identical.
 */
async function publish(work: string, target: string): Promise<void> {
  try {
    await renameDurably(work, target);
  } catch (error) {
    if (!existsSync(join(target, 'build.json'))) throw error;
  }
}

/** Bundles everything, so that the server starts from one file and uses React's production build whatever NODE_ENV says. */
async function buildServer(outDir: string): Promise<void> {
  await build({
    ...silent,
    publicDir: false,
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: { outDir, ssr: 'app/entry.server.tsx', emptyOutDir: true, minify: false, copyPublicDir: false },
  });
}

/** A script without imports, as text. */
async function buildScript(input: string, outDir: string): Promise<string> {
  await build({
    ...silent,
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife', entryFileNames: 'script.js' } },
    },
  });
  const script = readFileSync(join(outDir, 'script.js'), 'utf8').trim();
  rmSync(outDir, { recursive: true });
  return script;
}

/** One file beside the others: it shares nothing with the React site, so that a visitor who searches loads no more than it. */
async function buildSearchDialog(outDir: string): Promise<string> {
  await build({
    ...silent,
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'app/search/search-dialog.ts',
        output: { entryFileNames: 'assets/search-dialog-[hash].js' },
        preserveEntrySignatures: 'exports-only',
      },
    },
  });
  const files = await readdir(join(outDir, 'assets'));
  const file = files.find((name) => name.startsWith('search-dialog-'));
  if (!file) throw new Error('The build has no search dialog.');
  return `/assets/${file}`;
}

function readEntry(manifest: Manifest): Pick<BuildRecord, 'entry' | 'stylesheet' | 'fonts'> {
  const entry = manifest['app/entry.browser.tsx'];
  const files = Object.values(manifest).map(({ file }) => file);
  // The one of all pages; those of the admin area are beside it.
  const stylesheet = entry?.css?.[0] ?? manifest['style.css']?.file;
  if (!entry || !stylesheet) throw new Error('The build has no browser entry or no stylesheet.');
  const assets = Object.values(manifest).flatMap((chunk) => chunk.assets ?? []);
  const fonts = [...new Set([...assets, ...files])].filter((file) => file.endsWith('.woff2'));
  return { entry: `/${entry.file}`, stylesheet: `/${stylesheet}`, fonts: fonts.map((file) => `/${file}`) };
}

function writeManifests(client: string, id: string): void {
  const timestamp = Date.now();
  mkdirSync(join(client, 'builds', 'meta'), { recursive: true });
  writeFileSync(join(client, 'builds', 'latest.json'), JSON.stringify({ id, timestamp }));
  writeFileSync(
    join(client, 'builds', 'meta', `${id}.json`),
    JSON.stringify({ id, timestamp, prerendered: [] }),
  );
}

async function removeOldBuilds(dist: string, current: string): Promise<void> {
  const others = (await readdir(dist, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{10}$/.test(entry.name) && entry.name !== current)
    .map(({ name }) => ({ path: join(dist, name), time: statSync(join(dist, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of others.slice(buildsToKeep)) rmSync(path, { recursive: true, force: true });
}

/** Writes `.br` and `.gz` beside each compressible file, at the highest level: done once, served for months. */
async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  if (br.length < bytes.length) await writeFile(`${file}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
}
