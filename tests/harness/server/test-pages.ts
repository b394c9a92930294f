/** The pages of a content folder that is written for one test, as a visitor gets them. */
import { join } from 'node:path';
import * as renderer from '../../../app/entry.server.tsx';
import { isGuarded } from '../../../app/guard/rules.ts';
import type { SiteConfig } from '../../../app/site-config.ts';
import type { ContentOptions } from '../../../markdown/open-content.ts';
import { createPages, type Pages } from '../../../server/pages/create-pages.ts';
import site from '../../../site.config.ts';
import { type Files, openTestContent, type TestContent } from '../markdown/test-content.ts';

export const siteUrl = 'https://site.test';

export interface TestPages extends TestContent {
  pages: Pages;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  getText(path: string, headers?: Record<string, string>): Promise<string>;
}

export async function openTestPages(
  files: Files,
  options: Partial<ContentOptions> = {},
  changes: Partial<SiteConfig> = {},
): Promise<TestPages> {
  const config = { ...site, ...changes };
  const isOpen = (path: string) => !isGuarded(path, config);
  const test = await openTestContent(files, {
    isOpen,
    languages: Object.keys(config.languages ?? {}),
    ...options,
  });
  const { content } = test;
  const build = {
    id: 'test',
    clientFolder: test.folder,
    scriptHashes: [],
    headHtml: '',
    entry: '/entry.js',
    render: async () => renderer,
    close: async () => undefined,
  };
  const pages = createPages({
    site: config,
    siteUrl,
    content,
    build,
    securityHeaders: { 'x-content-type-options': 'nosniff' },
    readVisitor: async () => ({ state: 'signed-out' }),
    backend: { key: 'key' },
    pageViews: { sign: () => undefined, countOf: () => undefined, onChange: () => undefined },
    contentFolder: test.folder,
    pictureFolder: join(test.cacheFolder, 'og'),
  });
  const get = (path: string, headers = {}) => pages.fetch(new Request(siteUrl + path, { headers }));
  return { ...test, pages, get, getText: async (path, headers) => (await get(path, headers)).text() };
}
