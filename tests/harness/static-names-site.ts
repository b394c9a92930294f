/** The pages of names as files, as `npm run export` writes them: a small site for browser tests. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openContent } from '../../markdown/open-content.ts';
import { writeNamesForBrowser } from '../../names/file/write-for-browser.ts';
import { namesFile } from '../../names/names-file.ts';
import { openSiteBuild } from '../../server/build/open-site-build.ts';
import { toContentRules } from '../../server/open-site-content.ts';
import { createPages } from '../../server/pages/create-pages.ts';
import { createSecurityHeaders } from '../../server/security-headers.ts';
import site from '../../site.config.ts';
import { repository } from './read-tree.ts';
import { type ServedFolder, serveFolder } from './serve-folder.ts';

const content = {
  'index.md': '# A static site\n',
  'baby-names.md': '# How names change\n\nThe text below the names.\n',
  'baby-names/famous.md': '# Famous names\n\nA page that the owner has written.\n',
};
const paths = [
  '/',
  '/baby-names',
  '/baby-names/lists',
  '/baby-names/famous',
  '/running',
  site.signIn.callback,
];
const siteUrl = 'http://static.test';

export async function startStaticNamesSite(): Promise<ServedFolder> {
  const place = await mkdtemp(join(tmpdir(), 'porchlight-static-'));
  const folder = join(place, 'site');
  const write = async (file: string, bytes: string | Uint8Array) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), bytes);
  };
  const build = await openSiteBuild({ root: repository, dev: false });
  await cp(build.clientFolder, folder, { recursive: true });
  const { pages, close } = await openStaticPages(join(place, 'content'), build);
  const read = async (path: string) => (await pages.fetch(new Request(siteUrl + path))).text();
  for (const path of paths) {
    await write(join(path, 'index.html'), await read(path));
    await write(join(path, '_payload.json'), await read(join(path, '_payload.json')));
  }
  await write('404.html', await read('/nothing'));
  await write('baby-names/shell.html', await (await pages.renderShell('/baby-names/emma')).text());
  await write('baby-names/names.bin', writeNamesForBrowser(await readFile(namesFile)));
  await write(
    `builds/meta/${build.id}.json`,
    JSON.stringify({ id: build.id, timestamp: 0, prerendered: paths }),
  );
  await close();
  const served = await serveFolder(folder, {
    fallbacks: { '/baby-names/': 'baby-names/shell.html' },
    addsSlash: true,
    headers: createSecurityHeaders({ siteUrl, scriptHashes: build.scriptHashes, dev: false }),
  });
  return {
    ...served,
    close() {
      served.close();
      void rm(place, { recursive: true, force: true });
    },
  };
}

async function openStaticPages(folder: string, build: Awaited<ReturnType<typeof openSiteBuild>>) {
  for (const [file, text] of Object.entries(content)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const opened = await openContent({
    folder,
    cacheFolder: join(folder, '..', 'cache'),
    watch: false,
    ...toContentRules(site),
    log: () => {},
  });
  const pages = createPages({
    site,
    siteUrl,
    content: opened,
    build,
    securityHeaders: {},
    readVisitor: async () => ({ state: 'signed-out' }),
    backend: { key: '', isStatic: true, hasAdmin: false },
    pageViews: { sign: () => undefined, countOf: () => undefined, onChange: () => {} },
  });
  return { pages, close: () => opened.close() };
}
