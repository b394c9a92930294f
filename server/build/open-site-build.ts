import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SiteRenderer } from '../../app/entry.server.tsx';
import { programFolder, siteFolder } from '../../site-folder.ts';
import { StartUpError } from '../start-up-error.ts';
import type { BuildRecord, SiteBuild } from './site-build.ts';
import { hashSources } from './sources.ts';

interface SiteBuildOptions {
  dev: boolean;
  /** Absolute: the owner's own components are in it. */
  contentFolder: string;
}

/** Opens the build of the current sources, and creates it if there is none; in development, opens Vite. */
export async function openSiteBuild({ dev, contentFolder }: SiteBuildOptions): Promise<SiteBuild> {
  if (dev) return (await import('./open-dev-build.ts')).openDevBuild(contentFolder);
  const id = await hashSources({ programFolder, siteFolder, contentFolder });
  const folder = join(siteFolder, 'dist', id);
  if (!existsSync(join(folder, 'build.json'))) await buildInChild(contentFolder);
  const record = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8')) as BuildRecord;
  // Loaded now, so that the first visitor does not wait.
  const renderer = (await import(
    pathToFileURL(join(folder, 'server', 'entry.server.js')).href
  )) as SiteRenderer;
  return {
    id,
    clientFolder: join(folder, 'client'),
    scriptHashes: [hashScript(record.bootScript)],
    headHtml: toHeadHtml(record, readFileSync(join(folder, 'client', 'icon.png'))),
    entry: record.entry,
    searchDialog: record.searchDialog,
    serviceWorker: record.serviceWorker,
    render: async () => renderer,
    close: async () => {},
  };
}

/** A child process, so that Vite and its plugins do not use memory of the server. */
async function buildInChild(contentFolder: string): Promise<void> {
  const child = spawn(process.execPath, [join(programFolder, 'porchlight.js'), 'build'], {
    cwd: siteFolder,
    env: { ...process.env, CONTENT_DIR: contentFolder },
    // Standard output belongs to the log.
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new StartUpError('The site could not be built. The message above says why.');
}

function hashScript(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/** The icon is inlined: as a file it would be one more request before the text is visible. Why it is no SVG: decision 26. */
function toHeadHtml({ stylesheet, fonts, bootScript }: BuildRecord, icon: Buffer): string {
  // The font of the text. Italics and formulas are not on every page.
  const upright = fonts.filter((font) => font.includes('-normal-'));
  const preloads = upright.map(
    (font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`,
  );
  return [
    `<link rel="icon" href="data:image/png;base64,${icon.toString('base64')}">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    ...preloads,
    `<link rel="stylesheet" href="${stylesheet}">`,
    `<script>${bootScript}</script>`,
  ].join('');
}
