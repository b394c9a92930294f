/** The files of `npm run export`, for browser tests: exported once, and served as a static host does. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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

/** `files` are those of the content folder. The headers are the ones that the export asks its host for. */
export async function startStaticSite(
  files: Record<string, string>,
  options: ServeOptions = {},
): Promise<ServedFolder> {
  const place = await mkdtemp(join(tmpdir(), 'porchlight-static-'));
  const contentFolder = join(place, 'content');
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(contentFolder, file)), { recursive: true });
    await writeFile(join(contentFolder, file), text);
  }
  const settings = readSettings({
    SITE_URL: siteUrl,
    CONTENT_DIR: contentFolder,
    DATA_DIR: join(place, 'data'),
  });
  const log = createLog({ write: () => {} });
  const from = await openStaticSite({ settings, environment: {}, log, root: repository });
  const to = await openOutputFolder(join(place, 'site'));
  await exportSite({ site, from, to, contentFolder, compress: false, onProgress: () => {} });
  await from.close();
  const { 'strict-transport-security': _, ...headers } = from.securityHeaders;
  const served = await serveFolder(join(place, 'site'), { headers, ...options });
  return {
    ...served,
    close() {
      served.close();
      void rm(place, { recursive: true, force: true });
    },
  };
}
