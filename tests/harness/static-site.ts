/** The files of `npm run export`, and a host for them. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { exportSite } from '../../server/export/export-site.ts';
import { openStaticSite } from '../../server/export/open-static-site.ts';
import { openOutputFolder } from '../../server/export/output-folder.ts';
import { createLog } from '../../server/log.ts';
import { readSettings } from '../../server/settings.ts';
import site from '../../site.config.ts';
import { repository } from './read-tree.ts';
import { type ServedFolder, type ServeOptions, serveFolder } from './serve-folder.ts';

const siteUrl = 'https://static.test';

interface Options extends ServeOptions {
  /** Those of the content folder, in place of the content of this repository. */
  files?: Record<string, string | Uint8Array>;
  /** Settings of the export, as those of a hosted project. */
  env?: Record<string, string>;
}

export interface ExportedSite {
  folder: string;
  /** Those that the export asks its host for. */
  headers: Record<string, string>;
  remove(): Promise<void>;
}

export async function startStaticSite({ files, env, ...options }: Options = {}): Promise<ServedFolder> {
  const { folder, headers, remove } = await writeStaticSite({ ...(files && { files }), ...(env && { env }) });
  // The host of the tests has no https.
  const { 'strict-transport-security': _, ...sent } = headers;
  const served = await serveFolder(folder, { headers: sent, ...options });
  return {
    ...served,
    close() {
      served.close();
      void remove();
    },
  };
}

export async function writeStaticSite({
  files,
  env,
}: Omit<Options, keyof ServeOptions>): Promise<ExportedSite> {
  const place = await mkdtemp(join(tmpdir(), 'porchlight-static-'));
  // A web server is another user.
  await chmod(place, 0o755);
  const contentFolder = join(files ? place : repository, 'content');
  for (const [file, text] of Object.entries(files ?? {})) {
    await mkdir(dirname(join(contentFolder, file)), { recursive: true });
    await writeFile(join(contentFolder, file), text);
  }
  const settings = readSettings({
    SITE_URL: siteUrl,
    CONTENT_DIR: contentFolder,
    DATA_DIR: join(place, 'data'),
    ...env,
  });
  const log = createLog({ write: () => {} });
  const from = await openStaticSite({ settings, environment: {}, log });
  const folder = join(place, 'site');
  const to = await openOutputFolder(folder);
  await exportSite({ site, from, to, contentFolder, compress: false, onProgress: () => {} });
  await from.close();
  const remove = () => rm(place, { recursive: true, force: true });
  return { folder, headers: from.securityHeaders, remove };
}
