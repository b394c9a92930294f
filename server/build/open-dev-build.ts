import { join } from 'node:path';
import { createServer } from 'vite';
import type { SiteRenderer } from '../../app/entry.server.tsx';
import { ownComponentsFolder } from '../../markdown/components.ts';
import { programFolder, siteFolder } from '../../site-folder.ts';
import type { SiteBuild } from './site-build.ts';

/** What pages are made of. */
const sources = ['app', 'markdown', 'names', 'running'];
/** In the package, the other packages are beside the program. */
const packageFolders = [programFolder, siteFolder].map((folder) => join(folder, 'node_modules'));

/** The development build: Vite serves the sources, and saved changes appear at once. */
export async function openDevBuild(contentFolder: string): Promise<SiteBuild> {
  const vite = await createServer({
    root: programFolder,
    configFile: join(programFolder, 'vite.config.ts'),
    // Node runs TypeScript itself; Vite's bundled copy is a new file each time and would restart `node --watch`.
    configLoader: 'native',
    server: {
      middlewareMode: true,
      // Of the folder around them Vite would serve everything, with the secrets in the data folder.
      fs: {
        allow: [
          ...sources.map((path) => join(programFolder, path)),
          join(contentFolder, ownComponentsFolder),
          ...packageFolders,
        ],
      },
    },
    appType: 'custom',
  });
  const document = await vite.transformIndexHtml('/', '<html><head></head><body></body></html>');
  const injected = /<head>([\s\S]*)<\/head>/.exec(document)?.[1] ?? '';
  return {
    id: 'dev',
    clientFolder: join(programFolder, 'app/public'),
    scriptHashes: [],
    headHtml: `${injected}<link rel="stylesheet" href="/app/styles/site.css"><script type="module" src="/app/boot.ts"></script>`,
    entry: '/app/entry.browser.tsx',
    searchDialog: '/app/search/search-dialog.ts',
    render: async () => (await vite.ssrLoadModule('/app/entry.server.tsx')) as SiteRenderer,
    middleware: vite.middlewares,
    onChange: (listener) => {
      vite.watcher.on('all', listener);
    },
    close: () => vite.close(),
  };
}
