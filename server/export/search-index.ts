/** The search of an exported site: Pagefind's index, of which the browser loads the parts that a question needs. */

import type { SiteConfig } from '../../app/site-config.ts';
import { siteAt } from '../../app/site-language.ts';
import { escapeHtml } from '../../backend/http/escape-html.ts';
import type { Content } from '../../markdown/open-content.ts';
import { toAddress } from '../pages/address.ts';

interface SearchIndexOptions {
  site: SiteConfig;
  content: Content;
  write(name: string, bytes: Uint8Array): Promise<void>;
}

/** In articles, what is there for readers of a page alone. */
const notText = ['.heading-anchor', '.footnote-back', '.sr-only', 'button'];
/** What the site has of its own: the dialog and the page of results. */
const notUsed = /(?:-ui|highlight)\./;

export async function writeSearchIndex({ site, content, write }: SearchIndexOptions): Promise<void> {
  const pagefind = await import('pagefind').catch((cause: unknown) => {
    throw new Error('The package pagefind, which makes the search of an export, is not installed: npm ci', {
      cause,
    });
  });
  try {
    const { index, errors } = await pagefind.createIndex({ excludeSelectors: notText });
    if (!index) throw new Error(`The search could not be made: ${errors.join(', ')}`);
    const pages = content.visiblePages('public');
    for (const { path, title, description = '', prefix } of pages.pages()) {
      const article = await pages.readArticle(encodeURI(path));
      if (!article) continue;
      const trail = (pages.localNavigation(encodeURI(path))?.trail ?? []).filter(
        (folder) => folder.path !== path,
      );
      await index.addHTMLFile({
        url: toAddress(path),
        content: [
          `<!doctype html><html lang="${siteAt(site, prefix).language}"><head><title>${escapeHtml(title)}</title>`,
          `<meta data-pagefind-meta="trail[content]" content="${escapeHtml(trail.map((folder) => folder.title).join(' / '))}">`,
          `</head><body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(description)}</p>${article.body.html}</body></html>`,
        ].join(''),
      });
    }
    const { files } = await index.getFiles();
    for (const { path, content: bytes } of files)
      if (!notUsed.test(path)) await write(`pagefind/${path}`, bytes);
  } finally {
    await pagefind.close();
  }
}
